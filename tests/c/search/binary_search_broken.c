// The upper bound is the last index here, but the loop still stops when one element is left.
/*@ requires 1 <= n <= 2;
  @ requires \valid_read(a + (0 .. n-1));
  @ requires \forall integer p, q; 0 <= p < q < n ==> a[p] <= a[q];
  @ assigns \nothing;
  @ ensures \result == -1 ==> (\forall integer k; 0 <= k < n ==> a[k] != key); //~ refuted ensures
  @*/
int binary_search(int *a, int n, int key)
{
  int low = 0;
  int high = n - 1;
  /*@ loop invariant 0 <= low <= n;
    @ loop invariant -1 <= high < n;
    @ loop assigns low, high;
    @*/
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (a[middle] == key)
      return middle;
    if (a[middle] < key)
      low = middle + 1;
    else
      high = middle - 1;
  }
  return -1;
}
