// SPW09 Table 1, partition: positive entries go to a, the others to b.
enum { SIZE = 1000 };
static int a[SIZE], b[SIZE], c[SIZE];

/*@ requires 0 <= n <= SIZE; */
void partition(int n)
{
  int p = 0, q = 0;
  for (int i = 0; i < n; i++) {
    if (c[i] > 0) {
      a[p] = c[i];
      p++;
    } else {
      b[q] = c[i];
      q++;
    }
  }
  //@ assert \forall integer k; 0 <= k < p ==> a[k] > 0;
  //@ assert \forall integer k; 0 <= k < q ==> b[k] <= 0;
}
