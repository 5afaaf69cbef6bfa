// SPW09 Figure 3: the array is sorted.
/*@ requires 0 <= n && \valid(a + (0 .. n-1)); */
void selection_sort(int *a, int n)
{
  for (int i = 0; i < n; i++) {
    int s = i;
    for (int j = i + 1; j < n; j++) {
      if (a[j] < a[s])
        s = j;
    }
    int t = a[i];
    a[i] = a[s];
    a[s] = t;
  }
  //@ assert \forall integer x, y; 0 <= x < y < n ==> a[x] <= a[y];
}
