// The loop compares neighbours, so its limits are about the neighbour too.

/*@ requires n >= 0 && \valid_read(a + (0 .. n-1));
  @ assigns \nothing;
  @ ensures \result == 1 ==> \forall int x; 0 <= x && x < n - 1 ==> a[x] <= a[x+1];
  @ ensures \result == 0 ==> \exists int x; 0 <= x && x < n - 1 && a[x] > a[x+1];
  @*/
int is_sorted(const int *a, int n)
{
  for (int i = 1; i < n; i++) {
    if (a[i - 1] > a[i])
      return 0;
  }
  return 1;
}
