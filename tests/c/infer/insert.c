// What is stored behind the loop says what the loop must find out.

/*@ requires n >= 0 && \valid(a + (0 .. n));
  @ requires \forall int x, y; 0 <= x && x < y && y < n ==> a[x] <= a[y];
  @ ensures \forall int x, y; 0 <= x && x < y && y <= n ==> a[x] <= a[y];
  @*/
void insert(int *a, int n, int v)
{
  int j = n;
  while (j > 0 && a[j - 1] > v) {
    a[j] = a[j - 1];
    j--;
  }
  a[j] = v;
}
