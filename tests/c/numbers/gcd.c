// By subtraction; what is proved is that the result is positive and not greater than either number.
/*@ requires a > 0 && b > 0;
  @ assigns \nothing;
  @ ensures 0 < \result <= a && \result <= b;
  @*/
int gcd(int a, int b)
{
  /*@ loop invariant 0 < a <= \at(a, Pre) && 0 < b <= \at(b, Pre);
    @ loop assigns a, b;
    @ loop variant a + b;
    @*/
  while (a != b) {
    if (a > b)
      a -= b;
    else
      b -= a;
  }
  return a;
}
