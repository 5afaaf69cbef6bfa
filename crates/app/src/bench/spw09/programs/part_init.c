// SPW09 Table 1, part_init: the places at which two arrays agree are collected; all of them lie between 0 and n - 1.
enum { SIZE = 1000 };
static int a[SIZE], b[SIZE], c[SIZE];

/*@ requires 0 <= n <= SIZE; */
int part_init(int n)
{
  int j = 0;
  for (int i = 0; i < n; i++) {
    if (a[i] == b[i]) {
      c[j] = i;
      j++;
    }
  }
  //@ assert \forall integer k; 0 <= k < j ==> 0 <= c[k] < n;
  return j;
}
