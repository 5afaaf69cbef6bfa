//! options: --check overflow
// Tests the wrong operand.
/*@ assigns \nothing; */
int saturating_add(int a, int b)
{
  if (a > 0 && a > 2147483647 - 1)
    return 2147483647;
  if (a < 0 && b < 0)
    return -2147483647 - 1;
  return a + b; //~ refuted overflow
}
