// `old` is the value on entry, in bodies and postconditions alike.
var x, y: int;

procedure Twice()
  modifies x;
  ensures x == old(x) + 2;
  ensures y == old(y);
{
  x := x + 1;
  assert x == old(x) + 1;
  x := x + 1;
  assert old(x + y) == x - 2 + y;
  if (*) {
    assert old(x) == x; //~ refuted assert
  }
}
