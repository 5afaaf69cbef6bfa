// An invariant that somebody wrote is shown with what is found; alone it is not maintained.
/*@ requires n >= 0 && \valid(a + (0 .. n-1)) && \valid(b + (0 .. n-1)) && \separated(a + (0 .. n-1), b + (0 .. n-1));
  @ ensures \forall int x; 0 <= x && x < n ==> b[x] == 0;
  @*/
void differences(int *a, int *b, int n)
{
  for (int i = 0; i < n; i++)
    a[i] = 3 * i;
  /*@ loop invariant \forall int x; 0 <= x && x < i ==> b[x] == 0; */
  for (int i = 0; i < n; i++)
    b[i] = a[i] - 3 * i;
}
