// Begins with the element behind the last one.
/*@ requires 1 <= n <= 3;
  @ requires \valid_read(a + (0 .. n-1)) && \block_length(a) == n * sizeof(int) && \offset(a) == 0;
  @ assigns \nothing;
  @*/
int max_value(const int *a, int n)
{
  int best = a[n]; //~ refuted bounds
  /*@ loop invariant 0 <= i <= n;
    @ loop assigns i, best;
    @*/
  for (int i = 0; i < n; i++)
    if (a[i] > best)
      best = a[i];
  return best;
}
