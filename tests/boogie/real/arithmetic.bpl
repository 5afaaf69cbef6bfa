// Reals, conversions, and the divisions.
procedure Reals(r: real, n: int)
{
  assert 1 / 2 == 0.5;
  assert real(7) / 2.0 == 3.5;
  assert int(3.9) == 3 && int(-0.5) == -1;
  assert int(real(n)) == n;
  assert (-7) div 2 == -4 && (-7) mod 2 == 1;
  assert 7 div (-2) == -3 && 7 mod (-2) == 1;
  assert 1.5e1 == 15.0;
  assert r + 0.5 > r;
  assert r * r > 0.0; //~ refuted assert
}
