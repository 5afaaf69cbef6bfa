// FQ02 §7.2: selection sort.
/*@ requires 0 <= n;
  @ requires \valid(a + (0 .. n-1));
  @ assigns a[0 .. n-1];
  @ ensures \forall integer x, y; 0 <= x < y < n ==> a[x] <= a[y];
  @*/
void sort(int *a, int n)
{
  int i = 0;
  /*@ loop skolem int x, y;
    @ loop predicate i >= 0, 0 <= x, x < i, x < y, y < n, a[x] <= a[y];
    @*/
  while (i < n) {
    int k = i, w = a[i], j = i + 1;
    /*@ loop skolem int z;
      @ loop predicate w == a[k], i <= z, z < j, w <= a[z], i <= k, k < j, j <= n;
      @*/
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
