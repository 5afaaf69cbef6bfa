/*@ requires 0 <= n;
  @ requires \valid(a + (0 .. n-1));
  @ assigns a[0 .. n-1];
  @ ensures \forall integer p, q; 0 <= p < q < n ==> a[p] <= a[q];
  @*/
void selection_sort(int *a, int n)
{
  /*@ loop invariant 0 <= i <= n;
    @ loop invariant \forall integer p, q; 0 <= p < i && p < q < n ==> a[p] <= a[q];
    @ loop assigns i, a[0 .. n-1];
    @ loop variant n - i;
    @*/
  for (int i = 0; i < n; i++) {
    int least = i;
    /*@ loop invariant i < j <= n && i <= least < n;
      @ loop invariant \forall integer k; i <= k < j ==> a[least] <= a[k];
      @ loop assigns j, least;
      @ loop variant n - j;
      @*/
    for (int j = i + 1; j < n; j++)
      if (a[j] < a[least])
        least = j;
    int t = a[i];
    a[i] = a[least];
    a[least] = t;
  }
}
