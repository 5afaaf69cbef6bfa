// The last element is shifted in from behind the array.
/*@ requires 0 < n <= 2;
  @ requires \valid(a + (0 .. n-1)) && \block_length(a) == n * sizeof(int) && \offset(a) == 0;
  @ assigns a[0 .. n-1];
  @*/
void rotate_left(int *a, int n)
{
  int first = a[0];
  int i;
  /*@ loop invariant 0 <= i <= n;
    @ loop assigns i, a[0 .. n-1];
    @*/
  for (i = 0; i < n; i++)
    a[i] = a[i + 1]; //~ refuted bounds
  a[n - 1] = first;
}
