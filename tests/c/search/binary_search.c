// An index of a key in a sorted array, or -1.
/*@ predicate sorted(int *a, integer n) = \forall integer p, q; 0 <= p < q < n ==> a[p] <= a[q]; */

/*@ requires 0 <= n;
  @ requires \valid_read(a + (0 .. n-1));
  @ requires sorted(a, n);
  @ assigns \nothing;
  @ ensures -1 <= \result < n;
  @ ensures \result >= 0 ==> a[\result] == key;
  @ ensures \result == -1 ==> (\forall integer k; 0 <= k < n ==> a[k] != key);
  @*/
int binary_search(int *a, int n, int key)
{
  int low = 0;
  int high = n;
  /*@ loop invariant 0 <= low <= high <= n;
    @ loop invariant \forall integer k; 0 <= k < low ==> a[k] < key;
    @ loop invariant \forall integer k; high <= k < n ==> a[k] > key;
    @ loop assigns low, high;
    @ loop variant high - low;
    @*/
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (a[middle] == key)
      return middle;
    if (a[middle] < key)
      low = middle + 1;
    else
      high = middle;
  }
  return -1;
}
