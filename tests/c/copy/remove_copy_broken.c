// Writes first and decides afterwards.
/*@ requires 1 <= n <= 2;
  @ requires \valid_read(from + (0 .. n-1)) && \valid(to + (0 .. n-1));
  @ requires \separated(from + (0 .. n-1), to + (0 .. n-1));
  @ assigns to[0 .. n-1];
  @ ensures \forall integer k; 0 <= k < \result ==> to[k] != x; //~ refuted ensures
  @*/
int remove_copy(const int *from, int *to, int n, int x)
{
  int length = 0;
  /*@ loop invariant 0 <= length <= i <= n;
    @ loop assigns i, length, to[0 .. n-1];
    @*/
  for (int i = 0; i < n; i++) {
    to[length] = from[i];
    if (from[i] == x)
      length++;
  }
  return length;
}
