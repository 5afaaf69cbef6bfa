// The rest of the array stays sorted while the front is overwritten.

/*@ requires n >= 0 && \valid(a + (0 .. n-1));
  @ requires \forall int x, y; 0 <= x && x < y && y < n ==> a[x] <= a[y];
  @ ensures 0 <= \result <= n;
  @ ensures \forall int x, y; 0 <= x && x < y && y < \result ==> a[x] < a[y];
  @*/
int unique(int *a, int n)
{
  if (n == 0)
    return 0;
  int k = 1;
  for (int i = 1; i < n; i++) {
    if (a[i] != a[k - 1]) {
      a[k] = a[i];
      k++;
    }
  }
  return k;
}
