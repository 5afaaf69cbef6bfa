// SPW09 Table 1, partition: positive entries go to a, the others to b.
/*@ requires 0 <= n && \valid_read(c + (0 .. n-1)) && \valid(a + (0 .. n-1)) && \valid(b + (0 .. n-1));
  @ requires \separated(a + (0 .. n-1), b + (0 .. n-1)) && \separated(a + (0 .. n-1), c + (0 .. n-1)) && \separated(b + (0 .. n-1), c + (0 .. n-1));
  @*/
void partition(const int *c, int *a, int *b, int n)
{
  int p = 0, q = 0;
  for (int i = 0; i < n; i++) {
    if (c[i] > 0) {
      a[p] = c[i];
      p++;
    } else {
      b[q] = c[i];
      q++;
    }
  }
  //@ assert \forall integer k; 0 <= k < p ==> a[k] > 0;
  //@ assert \forall integer k; 0 <= k < q ==> b[k] <= 0;
}
