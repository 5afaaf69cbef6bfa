// Sorted when a pass changes nothing; checked by two loops that only read.

/*@ requires n >= 0 && \valid(a + (0 .. n-1)); */
void sort_and_check(int *a, int n)
{
  int changed = 1;
  while (changed) {
    changed = 0;
    for (int i = 1; i < n; i++) {
      if (a[i - 1] > a[i]) {
        int t = a[i];
        a[i] = a[i - 1];
        a[i - 1] = t;
        changed = 1;
      }
    }
  }
  for (int x = 0; x < n; x++) {
    for (int y = x + 1; y < n; y++)
      /*@ assert a[x] <= a[y]; */;
  }
}
