/*@ requires n >= 0 && \valid(a + (0 .. n-1));
  @ ensures \forall int x, y; 0 <= x && x < y && y < n ==> a[x] <= a[y];
  @*/
void insertion_sort(int *a, int n)
{
  int i;
  for (i = 1; i < n; i++) {
    int v = a[i], j = i - 1;
    while (j >= 0 && a[j] > v) {
      a[j + 1] = a[j];
      j = j - 1;
    }
    a[j + 1] = v;
  }
}
