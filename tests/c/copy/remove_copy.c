// Copies what is not equal to a value.
/*@ requires 0 <= n;
  @ requires \valid_read(from + (0 .. n-1)) && \valid(to + (0 .. n-1));
  @ requires \separated(from + (0 .. n-1), to + (0 .. n-1));
  @ assigns to[0 .. n-1];
  @ ensures 0 <= \result <= n;
  @ ensures \forall integer k; 0 <= k < \result ==> to[k] != x;
  @*/
int remove_copy(const int *from, int *to, int n, int x)
{
  int length = 0;
  /*@ loop invariant 0 <= length <= i <= n;
    @ loop invariant \forall integer k; 0 <= k < length ==> to[k] != x;
    @ loop assigns i, length, to[0 .. n-1];
    @ loop variant n - i;
    @*/
  for (int i = 0; i < n; i++)
    if (from[i] != x)
      to[length++] = from[i];
  return length;
}
