// Compares with the element that is about to be overwritten.
/*@ requires 1 <= n <= 2;
  @ requires \valid_read(from + (0 .. n-1)) && \valid(to + (0 .. n-1));
  @ requires \separated(from + (0 .. n-1), to + (0 .. n-1));
  @ assigns to[0 .. n-1];
  @ ensures \forall integer k; 1 <= k < \result ==> to[k - 1] != to[k]; //~ refuted ensures
  @*/
int unique_copy(const int *from, int *to, int n)
{
  int length = 1;
  to[0] = from[0];
  /*@ loop invariant 1 <= length <= i <= n;
    @ loop assigns i, length, to[0 .. n-1];
    @*/
  for (int i = 1; i < n; i++)
    if (from[i] != to[length]) {
      to[length] = from[i];
      length++;
    }
  return length;
}
