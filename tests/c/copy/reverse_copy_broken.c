// The mirror of index 0 is n - 1, not n.
/*@ requires 1 <= n <= 2;
  @ requires \valid(to + (0 .. n-1));
  @ requires \valid_read(from + (0 .. n-1)) && \block_length(from) == n * sizeof(int) && \offset(from) == 0;
  @ requires \separated(from + (0 .. n), to + (0 .. n-1));
  @ assigns to[0 .. n-1];
  @*/
void reverse_copy(const int *from, int *to, int n)
{
  /*@ loop invariant 0 <= i <= n;
    @ loop assigns i, to[0 .. n-1];
    @*/
  for (int i = 0; i < n; i++)
    to[i] = from[n - i]; //~ refuted bounds
}
