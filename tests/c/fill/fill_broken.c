// One element too far: the array has n elements exactly.
/*@ requires 1 <= n <= 2;
  @ requires \valid(a + (0 .. n-1)) && \block_length(a) == n * sizeof(int) && \offset(a) == 0;
  @ assigns a[..];
  @*/
void fill(int *a, int n, int x)
{
  /*@ loop invariant 0 <= i;
    @ loop assigns i, a[..];
    @*/
  for (int i = 0; i <= n; i++)
    a[i] = x; //~ refuted bounds
}
