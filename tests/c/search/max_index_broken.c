// Without the requirement that there is an element.
/*@ requires 0 <= n <= 3;
  @ requires \valid_read(a + (0 .. n-1));
  @ assigns \nothing;
  @*/
int max_value(const int *a, int n)
{
  int best = a[0]; //~ refuted bounds
  /*@ loop invariant 1 <= i;
    @ loop assigns i, best;
    @*/
  for (int i = 1; i < n; i++)
    if (a[i] > best)
      best = a[i];
  return best;
}
