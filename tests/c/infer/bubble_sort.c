/*@ requires n >= 0 && \valid(a + (0 .. n-1));
  @ ensures \forall int x, y; 0 <= x && x < y && y < n ==> a[x] <= a[y];
  @*/
void bubble_sort(int *a, int n)
{
  int i, j, t;
  for (i = n - 1; i > 0; i--)
    for (j = 0; j < i; j++)
      if (a[j] > a[j + 1]) {
        t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
      }
}
