// Copies an array without repeating equal neighbours.
/*@ requires 0 < n;
  @ requires \valid_read(from + (0 .. n-1)) && \valid(to + (0 .. n-1));
  @ requires \separated(from + (0 .. n-1), to + (0 .. n-1));
  @ assigns to[0 .. n-1];
  @ ensures 1 <= \result <= n;
  @ ensures \forall integer k; 1 <= k < \result ==> to[k - 1] != to[k];
  @*/
int unique_copy(const int *from, int *to, int n)
{
  int length = 1;
  to[0] = from[0];
  /*@ loop invariant 1 <= length <= i <= n;
    @ loop invariant \forall integer k; 1 <= k < length ==> to[k - 1] != to[k];
    @ loop assigns i, length, to[0 .. n-1];
    @ loop variant n - i;
    @*/
  for (int i = 1; i < n; i++)
    if (from[i] != to[length - 1]) {
      to[length] = from[i];
      length++;
    }
  return length;
}
