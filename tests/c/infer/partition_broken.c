// What is swapped in was not looked at yet, and i moves past it.
/*@ requires n >= 0 && \valid(a + (0 .. n-1));
  @ ensures \forall int x; 0 <= x && x < \result ==> a[x] < p; //~ refuted ensures
  @*/
int partition(int *a, int n, int p)
{
  int i = 0, j = n;
  while (i < j) {
    if (a[i] < p) {
      i++;
    } else {
      int t;
      j--;
      t = a[i];
      a[i] = a[j];
      a[j] = t;
      i++;
    }
  }
  return i;
}
