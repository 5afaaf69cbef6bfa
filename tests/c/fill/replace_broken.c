// Replaces the others.
/*@ requires 0 <= n <= 2;
  @ requires \valid(a + (0 .. n-1));
  @ assigns a[0 .. n-1];
  @ ensures x != y ==> (\forall integer k; 0 <= k < n ==> a[k] != x); //~ refuted ensures
  @*/
void replace(int *a, int n, int x, int y)
{
  /*@ loop invariant 0 <= i <= n;
    @ loop assigns i, a[0 .. n-1];
    @*/
  for (int i = 0; i < n; i++)
    if (a[i] != x)
      a[i] = y;
}
