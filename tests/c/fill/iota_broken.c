// Counts before it writes: the first element gets the second number.
/*@ requires 1 <= n <= 2;
  @ requires \valid(a + (0 .. n-1));
  @ assigns a[0 .. n-1];
  @ ensures a[0] == start % 100; //~ refuted ensures
  @*/
void iota(int *a, int n, unsigned start)
{
  int i = 0;
  /*@ loop invariant 0 <= i <= n;
    @ loop assigns i, start, a[0 .. n-1];
    @*/
  while (i < n) {
    start++;
    a[i] = start % 100;
    ++i;
  }
}
