// Quotients leave a remainder that is never negative; by zero they are some number of which nothing is known.
procedure Signs()
{
  assert (-7) div 2 == -4 && (-7) mod 2 == 1;
  assert 7 div (-2) == -3 && 7 mod (-2) == 1;
  assert (-7) div (-2) == 4 && (-7) mod (-2) == 1;
}

procedure Law(x: int, y: int)
  requires y != 0;
{
  assert x == y * (x div y) + x mod y;
  assert 0 <= x mod y;
  assert x mod y < y; //~ refuted assert
}

procedure ByZero(x: int)
{
  assert x div 0 == x div 0;
  assert 1 div 0 == 0; //~ unknown assert
}

procedure RemainderByZero(x: int)
{
  assert x mod 0 == x; //~ unknown assert
}

procedure Truncation(r: real)
{
  assert int(-1.5) == -2 && int(1.5) == 1;
  assert real(int(r)) <= r;
  assert int(-r) == -int(r); //~ refuted assert
}
