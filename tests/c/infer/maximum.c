// What must exist in the end was found on the way.

/*@ requires n > 0 && \valid_read(a + (0 .. n-1));
  @ assigns \nothing;
  @ ensures \forall int x; 0 <= x && x < n ==> a[x] <= \result;
  @ ensures \exists int x; 0 <= x && x < n && a[x] == \result;
  @*/
int maximum(const int *a, int n)
{
  int best = a[0];
  for (int i = 1; i < n; i++) {
    if (a[i] > best)
      best = a[i];
  }
  return best;
}
