// Three arrays that are only known to be apart.
/*@ requires n >= 0 && m >= 0 && n <= 1000000 && m <= 1000000;
  @ requires \valid_read(a + (0 .. n-1)) && \valid_read(b + (0 .. m-1)) && \valid(c + (0 .. n+m-1));
  @ requires \separated(a + (0 .. n-1), c + (0 .. n+m-1)) && \separated(b + (0 .. m-1), c + (0 .. n+m-1));
  @ requires \forall int x, y; 0 <= x && x < y && y < n ==> a[x] <= a[y];
  @ requires \forall int x, y; 0 <= x && x < y && y < m ==> b[x] <= b[y];
  @ ensures \forall int x, y; 0 <= x && x < y && y < n + m ==> c[x] <= c[y];
  @*/
void merge(const int *a, int n, const int *b, int m, int *c)
{
  int i = 0, j = 0, k = 0;
  while (i < n || j < m) {
    if (j >= m || (i < n && a[i] <= b[j])) {
      c[k] = a[i];
      i++;
    } else {
      c[k] = b[j];
      j++;
    }
    k++;
  }
}
