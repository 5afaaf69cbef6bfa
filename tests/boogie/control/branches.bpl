// Every branch is taken into account, unreachable code is not.
procedure Max(a: int, b: int, c: int) returns (m: int)
  ensures m >= a && m >= b && m >= c;
  ensures m == a || m == b || m == c;
{
  if (a >= b && a >= c) {
    m := a;
  } else if (b >= c) {
    m := b;
  } else {
    m := c;
  }
  return;
  assert false; //~ vacuous
}
