// Goes on to the end, which undoes its own work.
/*@ requires 2 <= n <= 3;
  @ requires \valid(a + (0 .. n-1));
  @ assigns a[0 .. n-1];
  @ ensures a[0] == \old(a[n - 1]); //~ refuted ensures
  @*/
void reverse(int *a, int n)
{
  /*@ loop invariant 0 <= i <= n;
    @ loop assigns i, a[0 .. n-1];
    @*/
  for (int i = 0; i < n; i++) {
    int t = a[i];
    a[i] = a[n - 1 - i];
    a[n - 1 - i] = t;
  }
}
