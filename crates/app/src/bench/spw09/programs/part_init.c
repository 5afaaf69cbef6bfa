// SPW09 Table 1, part_init: the places at which two arrays agree are collected; all of them lie between 0 and n - 1.
/*@ requires 0 <= n && \valid_read(a + (0 .. n-1)) && \valid_read(b + (0 .. n-1)) && \valid(c + (0 .. n-1));
  @ requires \separated(c + (0 .. n-1), a + (0 .. n-1)) && \separated(c + (0 .. n-1), b + (0 .. n-1));
  @*/
int part_init(const int *a, const int *b, int *c, int n)
{
  int j = 0;
  for (int i = 0; i < n; i++) {
    if (a[i] == b[i]) {
      c[j] = i;
      j++;
    }
  }
  //@ assert \forall integer k; 0 <= k < j ==> 0 <= c[k] < n;
  return j;
}
