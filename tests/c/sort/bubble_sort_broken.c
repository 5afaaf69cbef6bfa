// Compares the last element with the one behind the array.
/*@ requires 1 <= n <= 2;
  @ requires \valid(a + (0 .. n-1)) && \block_length(a) == n * sizeof(int) && \offset(a) == 0;
  @ assigns a[..];
  @*/
void bubble_pass(int *a, int n)
{
  /*@ loop invariant 0 <= j <= n;
    @ loop assigns j, a[..];
    @*/
  for (int j = 0; j < n; j++) {
    if (a[j] > a[j + 1]) { //~ refuted bounds
      int t = a[j];
      a[j] = a[j + 1];
      a[j + 1] = t;
    }
  }
}
