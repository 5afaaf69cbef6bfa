/*@ requires 0 <= n;
  @ requires \valid(a + (0 .. n-1));
  @ assigns a[0 .. n-1];
  @ ensures \forall integer p, q; 0 <= p < q < n ==> a[p] <= a[q];
  @*/
void insertion_sort(int *a, int n)
{
  /*@ loop invariant 0 <= i && (i <= n || n == 0);
    @ loop invariant \forall integer p, q; 0 <= p < q < i ==> a[p] <= a[q];
    @ loop assigns i, a[0 .. n-1];
    @ loop variant n - i;
    @*/
  for (int i = 0; i < n; i++) {
    int key = a[i];
    int j = i;
    /*@ loop invariant 0 <= j <= i < n;
      @ loop invariant \forall integer p, q; 0 <= p < q < j ==> a[p] <= a[q];
      @ loop invariant \forall integer p, q; j < p < q <= i ==> a[p] <= a[q];
      @ loop invariant \forall integer p, q; 0 <= p < j && j < q <= i ==> a[p] <= a[q];
      @ loop invariant \forall integer q; j < q <= i ==> key < a[q];
      @ loop assigns j, a[0 .. n-1];
      @ loop variant j;
      @*/
    while (j > 0 && a[j - 1] > key) {
      a[j] = a[j - 1];
      j--;
    }
    a[j] = key;
  }
}
