// The first index of a key, or -1.
/*@ requires 0 <= n;
  @ requires \valid_read(a + (0 .. n-1));
  @ assigns \nothing;
  @ ensures -1 <= \result < n;
  @ ensures \result >= 0 ==> a[\result] == key;
  @ ensures \forall integer k; 0 <= k < (\result >= 0 ? \result : n) ==> a[k] != key;
  @*/
int linear_search(const int *a, int n, int key)
{
  int i;
  /*@ loop invariant 0 <= i <= n;
    @ loop invariant \forall integer k; 0 <= k < i ==> a[k] != key;
    @ loop assigns i;
    @ loop variant n - i;
    @*/
  for (i = 0; i < n; i++) {
    if (a[i] == key)
      return i;
  }
  return -1;
}
