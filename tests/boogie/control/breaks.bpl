// `break` leaves the innermost loop, or the statement with its label.
procedure Breaks(n: int) returns (x: int)
{
  x := 0;
  outer: while (true)
    invariant x == 0;
  {
    while (true)
      invariant x == 0;
    {
      if (*) {
        x := 1;
        break outer;
      } else if (n > 0) {
        break;
      }
    }
  }
  assert x == 1;
  here: if (n > 5) {
    if (n > 7) {
      break here;
    }
    x := 2;
  }
  assert n > 7 ==> x == 1;
  assert x == 1; //~ refuted assert
}
