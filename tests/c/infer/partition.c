/*@ requires n >= 0 && \valid(a + (0 .. n-1));
  @ ensures 0 <= \result && \result <= n;
  @ ensures \forall int x; 0 <= x && x < \result ==> a[x] < p;
  @ ensures \forall int x; \result <= x && x < n ==> a[x] >= p;
  @*/
int partition(int *a, int n, int p)
{
  int i = 0, j = n;
  while (i < j) {
    if (a[i] < p) {
      i++;
    } else {
      int t;
      j--;
      t = a[i];
      a[i] = a[j];
      a[j] = t;
    }
  }
  return i;
}
