// Divides before it looks at the divisor.
/*@ requires 0 <= a <= 10 && 0 <= b <= 10;
  @ assigns \nothing;
  @*/
int gcd(int a, int b)
{
  /*@ loop invariant 0 <= a <= 10 && 0 <= b <= 10;
    @ loop assigns a, b;
    @*/
  while (a != 0) {
    int r = a % b; //~ refuted division
    a = b;
    b = r;
  }
  return a;
}
