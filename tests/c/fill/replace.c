// Replaces one value by another.
/*@ requires 0 <= n;
  @ requires \valid(a + (0 .. n-1));
  @ assigns a[0 .. n-1];
  @ ensures \forall integer k; 0 <= k < n ==> a[k] == (\old(a[k]) == x ? y : \old(a[k]));
  @*/
void replace(int *a, int n, int x, int y)
{
  /*@ loop invariant 0 <= i <= n;
    @ loop invariant \forall integer k; 0 <= k < i ==> a[k] == (\at(a[k], Pre) == x ? y : \at(a[k], Pre));
    @ loop invariant \forall integer k; i <= k < n ==> a[k] == \at(a[k], Pre);
    @ loop assigns i, a[0 .. n-1];
    @ loop variant n - i;
    @*/
  for (int i = 0; i < n; i++)
    if (a[i] == x)
      a[i] = y;
}
