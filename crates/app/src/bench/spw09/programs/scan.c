// SPW09 Table 1, scan: no entry before the one that the scan has reached is null.
/*@ requires 0 <= n && \valid_read(a + (0 .. n-1)); */
int scan(const int *a, int n)
{
  int i = 0;
  while (i < n && a[i] != 0)
    i++;
  //@ assert \forall integer k; 0 <= k < i ==> a[k] != 0;
  return i;
}
