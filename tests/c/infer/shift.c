/*@ requires n >= 1 && \valid(a + (0 .. n-1));
  @ ensures \forall int x; 0 <= x && x < n - 1 ==> a[x] == \old(a[x + 1]);
  @*/
void shift(int *a, int n)
{
  int i;
  for (i = 0; i < n - 1; i++)
    a[i] = a[i + 1];
}
