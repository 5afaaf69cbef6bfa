// Without the separation: what is read may have been written before.
/*@ requires 0 <= n <= 3;
  @ requires \valid_read(from + (0 .. n-1)) && \valid(to + (0 .. n-1));
  @ assigns to[0 .. n-1];
  @ ensures \forall integer k; 0 <= k < n ==> to[k] == \old(from[k]); //~ refuted ensures
  @*/
void copy(int *from, int *to, int n)
{
  /*@ loop invariant 0 <= i <= n;
    @ loop assigns i, to[0 .. n-1];
    @*/
  for (int i = 0; i < n; i++)
    to[i] = from[i];
}
