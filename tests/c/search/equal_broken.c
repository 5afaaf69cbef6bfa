// Returns after the first pair.
/*@ requires 0 <= n <= 2;
  @ requires \valid_read(a + (0 .. n-1));
  @ requires \valid_read(b + (0 .. n-1));
  @ assigns \nothing;
  @ ensures \result == 1 ==> (\forall integer k; 0 <= k < n ==> a[k] == b[k]); //~ refuted ensures
  @*/
int equal(const int *a, const int *b, int n)
{
  /*@ loop invariant 0 <= i <= n;
    @ loop assigns i;
    @*/
  for (int i = 0; i < n; i++) {
    if (a[i] == b[i])
      return 1;
    return 0;
  }
  return 1;
}
