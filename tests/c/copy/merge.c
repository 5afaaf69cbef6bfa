// Two sorted arrays into one.
/*@ predicate sorted{L}(int *a, integer n) = \forall integer p, q; 0 <= p < q < n ==> a[p] <= a[q]; */

/*@ requires 0 <= n && 0 <= m && n + m <= 1000000;
  @ requires \valid_read(a + (0 .. n-1)) && \valid_read(b + (0 .. m-1)) && \valid(c + (0 .. n+m-1));
  @ requires \separated(a + (0 .. n-1), c + (0 .. n+m-1)) && \separated(b + (0 .. m-1), c + (0 .. n+m-1));
  @ requires sorted(a, n) && sorted(b, m);
  @ assigns c[0 .. n+m-1];
  @ ensures sorted(c, n + m);
  @*/
void merge(int *a, int n, int *b, int m, int *c)
{
  int i = 0, j = 0, k = 0;
  /*@ loop invariant 0 <= i <= n && 0 <= j <= m && k == i + j;
    @ loop invariant \forall integer p, q; 0 <= p < q < k ==> c[p] <= c[q];
    @ loop invariant \forall integer p, q; 0 <= p < k && i <= q < n ==> c[p] <= a[q];
    @ loop invariant \forall integer p, q; 0 <= p < k && j <= q < m ==> c[p] <= b[q];
    @ loop assigns i, j, k, c[0 .. n+m-1];
    @ loop variant n + m - k;
    @*/
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
