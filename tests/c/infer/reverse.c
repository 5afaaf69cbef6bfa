// Two indices that meet; what is between them is as it was.

/*@ requires n >= 0 && \valid(a + (0 .. n-1));
  @ ensures \forall int x; 0 <= x && x < n ==> a[x] == \old(a[n - 1 - x]);
  @*/
void reverse(int *a, int n)
{
  int i = 0, j = n - 1;
  while (i < j) {
    int t = a[i];
    a[i] = a[j];
    a[j] = t;
    i++;
    j--;
  }
}
