// What was verified under an assumption elsewhere is checked only where the assumption does not hold.
procedure Positive(x: int) returns (y: int);
  requires x > 0;
  ensures y > x;

procedure Asserts(x: int, a: bool)
  requires a || x > 5;
{
  assert {:verified_under a} x > 5;
  assert {:verified_under x > 5} !a; //~ refuted assert
}

procedure OnlyTheFirst(x: int)
{
  assert {:verified_under x == 0} {:verified_under true} x != 1; //~ refuted assert
}

procedure NotAssumed(x: int, a: bool)
{
  assert {:verified_under true} x > 5;
  assert x > 5; //~ refuted assert
}

procedure Calls(x: int, a: bool) returns (y: int)
  requires a || x == 7;
{
  call {:verified_under a} y := Positive(x);
  assert y > x;
  call {:verified_under !a} y := Positive(x); //~ refuted requires
}

procedure Invariants(n: int, a: bool)
{
  var i: int;
  i := 0;
  while (i < n)
    invariant {:verified_under a} i <= n || n < 0;
    invariant {:verified_under n == 3} i >= 0;
    invariant {:verified_under a} i > 0; //~ refuted invariant-entry
  {
    i := i + 1;
  }
}
