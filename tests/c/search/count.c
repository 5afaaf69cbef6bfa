// How often a value occurs, by a definition that is unfolded once per iteration.
/*@ logic integer occurrences(int *a, integer n, integer x) =
      n <= 0 ? 0 : occurrences(a, n - 1, x) + (a[n - 1] == x ? 1 : 0); */

/*@ requires 0 <= n;
  @ requires \valid_read(a + (0 .. n-1));
  @ assigns \nothing;
  @ ensures \result == occurrences(a, n, x); //~ unknown ensures, should be proved: recursive definitions are not unfolded
  @ ensures 0 <= \result <= n;
  @*/
int count(int *a, int n, int x)
{
  int found = 0;
  /*@ loop invariant 0 <= i <= n;
    @ loop invariant 0 <= found <= i;
    @ loop invariant found == occurrences(a, i, x); //~ unknown invariant-entry, should be proved: as above
    @ loop assigns i, found;
    @ loop variant n - i;
    @*/
  for (int i = 0; i < n; i++)
    if (a[i] == x)
      found++;
  return found;
}
