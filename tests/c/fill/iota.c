// start, start + 1, start + 2, ...
/*@ requires 0 <= n <= 1000 && -1000 <= start <= 1000;
  @ requires \valid(a + (0 .. n-1));
  @ assigns a[0 .. n-1];
  @ ensures \forall integer k; 0 <= k < n ==> a[k] == start + k;
  @*/
void iota(int *a, int n, int start)
{
  int i = 0;
  /*@ loop invariant 0 <= i <= n;
    @ loop invariant \forall integer k; 0 <= k < i ==> a[k] == start + k;
    @ loop assigns i, a[0 .. n-1];
    @ loop variant n - i;
    @*/
  while (i < n) {
    a[i] = start + i;
    ++i;
  }
}
