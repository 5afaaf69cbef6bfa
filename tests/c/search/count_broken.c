// Counts the other elements.
/*@ requires 1 <= n <= 2;
  @ requires \valid_read(a + (0 .. n-1));
  @ requires \forall integer k; 0 <= k < n ==> a[k] == x;
  @ assigns \nothing;
  @ ensures \result == n; //~ refuted ensures
  @*/
int count(int *a, int n, int x)
{
  int found = 0;
  /*@ loop invariant 0 <= i <= n;
    @ loop assigns i, found;
    @*/
  for (int i = 0; i < n; i++)
    if (a[i] != x)
      found++;
  return found;
}
