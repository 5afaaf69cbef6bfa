// From one array to another that does not overlap it.
/*@ requires 0 <= n;
  @ requires \valid_read(from + (0 .. n-1)) && \valid(to + (0 .. n-1));
  @ requires \separated(from + (0 .. n-1), to + (0 .. n-1));
  @ assigns to[0 .. n-1];
  @ ensures \forall integer k; 0 <= k < n ==> to[k] == from[k];
  @ ensures \forall integer k; 0 <= k < n ==> from[k] == \old(from[k]);
  @*/
void copy(const int *from, int *to, int n)
{
  /*@ loop invariant 0 <= i <= n;
    @ loop invariant \forall integer k; 0 <= k < i ==> to[k] == from[k];
    @ loop assigns i, to[0 .. n-1];
    @ loop variant n - i;
    @*/
  for (int i = 0; i < n; i++)
    to[i] = from[i];
}
