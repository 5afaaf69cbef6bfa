// SPW09 Figure 1: all entries are zero.
/*@ requires 0 <= n && \valid(a + (0 .. n-1)); */
void array_init(int *a, int n)
{
  for (int i = 0; i < n; i++)
    a[i] = 0;
  //@ assert \forall integer k; 0 <= k < n ==> a[k] == 0;
}
