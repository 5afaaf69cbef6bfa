// Without a third variable.
/*@ requires 1 <= n <= 2;
  @ requires \valid(a + (0 .. n-1)) && \valid(b + (0 .. n-1));
  @ requires \separated(a + (0 .. n-1), b + (0 .. n-1));
  @ assigns a[0 .. n-1], b[0 .. n-1];
  @ ensures b[0] == \old(a[0]); //~ refuted ensures
  @*/
void swap_ranges(int *a, int *b, int n)
{
  /*@ loop invariant 0 <= i <= n;
    @ loop assigns i, a[0 .. n-1], b[0 .. n-1];
    @*/
  for (int i = 0; i < n; i++) {
    a[i] = b[i];
    b[i] = a[i];
  }
}
