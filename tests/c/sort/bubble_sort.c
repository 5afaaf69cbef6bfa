/*@ requires 0 <= n;
  @ requires \valid(a + (0 .. n-1));
  @ assigns a[0 .. n-1];
  @ ensures \forall integer p, q; 0 <= p < q < n ==> a[p] <= a[q];
  @*/
void bubble_sort(int *a, int n)
{
  /*@ loop invariant 0 <= i <= n;
    @ loop invariant \forall integer p, q; 0 <= p < q < n && i <= q ==> a[p] <= a[q];
    @ loop assigns i, a[0 .. n-1];
    @ loop variant i;
    @*/
  for (int i = n; i > 0; i--) {
    /*@ loop invariant 0 <= j < i <= n;
      @ loop invariant \forall integer p, q; 0 <= p < q < n && i <= q ==> a[p] <= a[q];
      @ loop invariant \forall integer p; 0 <= p < j ==> a[p] <= a[j];
      @ loop assigns j, a[0 .. n-1];
      @ loop variant i - j;
      @*/
    for (int j = 0; j < i - 1; j++) {
      if (a[j] > a[j + 1]) {
        int t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
      }
    }
  }
}
