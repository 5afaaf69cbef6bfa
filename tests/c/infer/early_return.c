// Each return has a result of its own; the loop is behind one of them.

/*@ requires 0 <= n && \valid(a + (0 .. n-1));
  @ ensures 0 <= \result <= n;
  @ ensures \forall int x; 0 <= x && x < \result ==> a[x] == value;
  @*/
int fill_until(int *a, int n, int most, int value)
{
  if (most <= 0)
    return 0;
  int k = 0;
  while (k < n && k < most) {
    a[k] = value;
    k++;
  }
  return k;
}
