// SPW09 Table 1, find (FQ02 §2): before the index that is returned, b holds false.
/*@ requires 0 <= n;
  @ requires \valid_read(a + (0 .. n-1)) && \valid(b + (0 .. n-1));
  @ requires \separated(a + (0 .. n-1), b + (0 .. n-1));
  @*/
int find(const int *a, int *b, int n)
{
  int spot = n;
  for (int i = 0; i < n; i++) {
    if (spot == n && a[i] != 0)
      spot = i;
    b[i] = (a[i] != 0);
  }
  //@ assert \forall integer k; 0 <= k < spot ==> b[k] == 0;
  return spot;
}
