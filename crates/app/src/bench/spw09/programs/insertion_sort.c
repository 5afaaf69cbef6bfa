// SPW09 Table 1, insertion_sort (inner loop): where the loop stops, a[j] is at most every entry from j to i.
/*@ requires 0 <= i < n && \valid(a + (0 .. n-1));
  @ requires \forall integer x, y; 0 <= x <= y < i ==> a[x] <= a[y];
  @*/
void insert(int *a, int n, int i)
{
  int value = a[i];
  int j = i;
  while (j > 0 && a[j - 1] > value) {
    a[j] = a[j - 1];
    j--;
  }
  a[j] = value;
  //@ assert \forall integer k; j <= k <= i ==> a[j] <= a[k];
}
