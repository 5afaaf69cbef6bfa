// Forgets that the first array may be empty already.
/*@ requires n == 1 && m == 1;
  @ requires \valid_read(a + (0 .. n-1)) && \block_length(a) == n * sizeof(int) && \offset(a) == 0;
  @ requires \valid_read(b + (0 .. m-1)) && \valid(c + (0 .. n+m-1));
  @ requires \separated(a + (0 .. n), c + (0 .. n+m-1)) && \separated(b + (0 .. m-1), c + (0 .. n+m-1));
  @ assigns c[0 .. n+m-1];
  @*/
void merge(int *a, int n, int *b, int m, int *c)
{
  int i = 0, j = 0, k = 0;
  /*@ loop invariant 0 <= i <= k && 0 <= j <= m && 0 <= k <= n + m;
    @ loop assigns i, j, k, c[0 .. n+m-1];
    @*/
  while (k < n + m) {
    if (j >= m || a[i] <= b[j]) { //~ refuted bounds
      c[k] = i < n ? a[i] : 0;
      i++;
    } else {
      c[k] = b[j];
      j++;
    }
    k++;
  }
}
