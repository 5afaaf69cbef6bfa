// SPW09 Table 1, num_index: entry i is 2 * i + 3.
/*@ requires 0 <= n <= 1000000 && \valid(a + (0 .. n-1)); */
void num_index(int *a, int n)
{
  for (int i = 0; i < n; i++)
    a[i] = 2 * i + 3;
  //@ assert \forall integer k; 0 <= k < n ==> a[k] == 2 * k + 3;
}
