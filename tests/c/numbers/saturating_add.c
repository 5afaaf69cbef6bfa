/*@ assigns \nothing;
  @ ensures \result == \max(INT_MIN, \min(INT_MAX, a + b));
  @*/
int saturating_add(int a, int b)
{
  if (b > 0 && a > 2147483647 - b)
    return 2147483647;
  if (b < 0 && a < -2147483647 - 1 - b)
    return -2147483647 - 1;
  return a + b;
}
