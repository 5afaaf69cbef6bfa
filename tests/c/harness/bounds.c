// One element too far. The array comes from outside.
/*@ requires n >= 1 && n <= 4;
  @ requires \valid_read(a + (0 .. n-1));
  @ assigns \nothing;
  @*/
int last_of(const int *a, int n)
{
  int at = n;
  return a[at]; //~ refuted bounds
}
