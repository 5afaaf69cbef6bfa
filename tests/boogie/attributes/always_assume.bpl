// A free clause that is always assumed helps the side that would have to prove what comes after it.
procedure Late(x: int)
  requires x > 0;
  free requires {:always_assume} x > 10;
{
  assert x > 10;
}

procedure Early(x: int)
  free requires {:always_assume} x > 10;
  requires x > 0;
{
  assert x > 10;
}

procedure Caller(x: int)
{
  call Early(x);
  assert x > 5;
}

procedure LateCaller(x: int)
{
  call Late(x); //~ refuted requires
  assert x > 5;
}

procedure EarlyReturn() returns (r: int)
  free ensures {:always_assume} r == 4;
  ensures r > 3;
{
}

procedure LateReturn() returns (r: int)
  ensures r > 3; //~ refuted ensures
  free ensures {:always_assume} r == 4;
{
}
