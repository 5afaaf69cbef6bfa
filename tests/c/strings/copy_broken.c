// Stops at the capacity without leaving room for the zero.
/*@ requires 1 <= n <= 2;
  @ requires \valid_read(from + (0 .. n-1));
  @ requires \valid(to + (0 .. n-1)) && \block_length(to) == n && \offset(to) == 0;
  @ requires \separated(from + (0 .. n-1), to + (0 .. n));
  @ assigns to[..];
  @*/
void copy_string(const char *from, char *to, int n)
{
  int i = 0;
  /*@ loop invariant 0 <= i <= n;
    @ loop assigns i, to[..];
    @*/
  while (i < n && from[i] != 0) {
    to[i] = from[i];
    i++;
  }
  to[i] = 0; //~ refuted bounds
}
