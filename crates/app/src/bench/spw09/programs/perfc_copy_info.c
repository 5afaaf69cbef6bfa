// SPW09 Table 1, perfc_copy_info: for counters of one kind, the value is copied to the caller's buffer.
/*@ requires 0 <= n;
  @ requires \valid_read(a + (0 .. n-1)) && \valid_read(b + (0 .. n-1)) && \valid(c + (0 .. n-1));
  @ requires \separated(c + (0 .. n-1), a + (0 .. n-1)) && \separated(c + (0 .. n-1), b + (0 .. n-1));
  @*/
int copy_info(const int *a, const int *b, int *c, int n)
{
  int copied = 0;
  for (int i = 0; i < n; i++) {
    if (a[i] == 1 || a[i] == 2) {
      c[i] = b[i];
      copied++;
    }
  }
  //@ assert \forall integer k; 0 <= k < n && a[k] == 1 ==> b[k] == c[k];
  return copied;
}
