// Zero is not in the array if everything in it is negative.

/*@ requires n > 0 && \valid_read(a + (0 .. n-1));
  @ assigns \nothing;
  @ ensures \exists int x; 0 <= x && x < n && a[x] == \result; //~ refuted ensures
  @*/
int maximum(const int *a, int n)
{
  int best = 0;
  for (int i = 0; i < n; i++) {
    if (a[i] > best)
      best = a[i];
  }
  return best;
}
