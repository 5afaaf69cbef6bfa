// Chooses the greatest element instead of the least.
/*@ requires 1 <= n <= 2;
  @ requires \valid(a + (0 .. n-1));
  @ assigns a[0 .. n-1];
  @ ensures \forall integer k; 0 <= k < n ==> a[0] <= a[k]; //~ refuted ensures
  @*/
void selection_sort(int *a, int n)
{
  /*@ loop invariant 0 <= i <= n;
    @ loop assigns i, a[0 .. n-1];
    @*/
  for (int i = 0; i < n; i++) {
    int least = i;
    /*@ loop invariant 0 <= i < j <= n && i <= least < n;
      @ loop assigns j, least;
      @*/
    for (int j = i + 1; j < n; j++)
      if (a[j] > a[least])
        least = j;
    int t = a[i];
    a[i] = a[least];
    a[least] = t;
  }
}
