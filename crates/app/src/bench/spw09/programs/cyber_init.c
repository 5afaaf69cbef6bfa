// SPW09 Table 1, cyber_init: a palette is filled in stages of four; entry i is v0, v1, v2 or v3 as i modulo 4 is 0, 1, 2 or 3.
/*@ requires 0 <= n <= 1000000 && \valid(a + (0 .. 4*n-1)); */
void cyber_init(int *a, int n, int v0, int v1, int v2, int v3)
{
  int i = 0;
  while (i < 4 * n) {
    a[i] = v0;
    a[i + 1] = v1;
    a[i + 2] = v2;
    a[i + 3] = v3;
    i += 4;
  }
  //@ assert \forall integer k; 0 <= k < 4*n && k % 4 == 0 ==> a[k] == v0;
  //@ assert \forall integer k; 0 <= k < 4*n && k % 4 == 1 ==> a[k] == v1;
  //@ assert \forall integer k; 0 <= k < 4*n && k % 4 == 2 ==> a[k] == v2;
  //@ assert \forall integer k; 0 <= k < 4*n && k % 4 == 3 ==> a[k] == v3;
}
