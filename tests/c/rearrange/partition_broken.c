// The pivot stays at the end.
/*@ requires 1 <= n <= 2;
  @ requires \valid(a + (0 .. n-1));
  @ assigns a[0 .. n-1];
  @ ensures a[\result] == \old(a[n - 1]); //~ refuted ensures
  @*/
int partition(int *a, int n)
{
  int pivot = a[n - 1];
  int i = 0;
  /*@ loop invariant 0 <= i <= j <= n - 1;
    @ loop assigns i, j, a[0 .. n-1];
    @*/
  for (int j = 0; j < n - 1; j++) {
    if (a[j] < pivot) {
      int t = a[i];
      a[i] = a[j];
      a[j] = t;
      i++;
    }
  }
  return i;
}
