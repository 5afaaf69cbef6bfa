// Every element moves one place to the left, the first one to the end.
/*@ requires 0 < n;
  @ requires \valid(a + (0 .. n-1));
  @ assigns a[0 .. n-1];
  @ ensures \forall integer k; 0 <= k < n - 1 ==> a[k] == \old(a[k + 1]);
  @ ensures a[n - 1] == \old(a[0]);
  @*/
void rotate_left(int *a, int n)
{
  int first = a[0];
  int i;
  /*@ loop invariant 0 <= i <= n - 1;
    @ loop invariant \forall integer k; 0 <= k < i ==> a[k] == \at(a[k + 1], Pre);
    @ loop invariant \forall integer k; i <= k < n ==> a[k] == \at(a[k], Pre);
    @ loop assigns i, a[0 .. n-1];
    @ loop variant n - i;
    @*/
  for (i = 0; i < n - 1; i++)
    a[i] = a[i + 1];
  a[n - 1] = first;
}
