// The second array is taken first whenever it can be.
int a[100], b[100], c[200];

/*@ requires 0 <= n && n <= 100 && 0 <= m && m <= 100;
  @ requires \forall int x, y; 0 <= x && x < y && y < n ==> a[x] <= a[y];
  @ requires \forall int x, y; 0 <= x && x < y && y < m ==> b[x] <= b[y];
  @ ensures \forall int x, y; 0 <= x && x < y && y < n + m ==> c[x] <= c[y]; //~ refuted ensures
  @*/
void merge(int n, int m)
{
  int i = 0, j = 0, k = 0;
  while (i < n || j < m) {
    if (j >= m || (i < n && a[i] < 0)) {
      c[k] = a[i];
      i++;
    } else {
      c[k] = b[j];
      j++;
    }
    k++;
  }
}
