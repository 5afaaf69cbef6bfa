// SPW09 Table 1, loop1: each entry is its index.
/*@ requires 0 <= n && \valid(a + (0 .. n-1)); */
void loop1(int *a, int n)
{
  for (int i = 0; i < n; i++)
    a[i] = i;
  //@ assert \forall integer k; 0 <= k < n ==> a[k] == k;
}
