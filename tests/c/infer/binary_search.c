/*@ requires n >= 0 && \valid_read(a + (0 .. n-1));
  @ requires \forall int x, y; 0 <= x && x < y && y < n ==> a[x] <= a[y];
  @ assigns \nothing;
  @ ensures \result >= 0 ==> \result < n && a[\result] == key;
  @ ensures \result < 0 ==> \forall int x; 0 <= x && x < n ==> a[x] != key;
  @*/
int binary_search(const int *a, int n, int key)
{
  int lo = 0, hi = n - 1;
  while (lo <= hi) {
    int mid = lo + (hi - lo) / 2;
    if (a[mid] == key)
      return mid;
    if (a[mid] < key)
      lo = mid + 1;
    else
      hi = mid - 1;
  }
  return -1;
}
