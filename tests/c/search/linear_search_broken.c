// Starts behind the first element, so a key that stands only there is not found.
/*@ requires 1 <= n <= 3;
  @ requires \valid_read(a + (0 .. n-1));
  @ assigns \nothing;
  @ ensures \result == -1 ==> a[0] != key; //~ refuted ensures
  @*/
int linear_search(const int *a, int n, int key)
{
  int i;
  /*@ loop invariant 1 <= i <= n;
    @ loop assigns i;
    @*/
  for (i = 1; i < n; i++) {
    if (a[i] == key)
      return i;
  }
  return -1;
}
