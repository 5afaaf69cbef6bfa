// No loop is annotated: both invariants, and that the accesses are allowed, are inferred (FQ02 §7.2).
/*@ requires n >= 0 && \valid(a + (0 .. n-1));
  @ ensures \forall int x, y; 0 <= x && x < y && y < n ==> a[x] <= a[y];
  @*/
void selection_sort(int *a, int n)
{
  int i = 0;
  while (i < n) {
    int k = i, w = a[i], j = i + 1;
    while (j < n) {
      if (a[j] < w) {
        k = j;
        w = a[j];
      }
      j = j + 1;
    }
    a[k] = a[i];
    a[i] = w;
    i = i + 1;
  }
}
