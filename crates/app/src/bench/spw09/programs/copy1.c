// SPW09 Table 1, copy1: a is copied to b.
/*@ requires 0 <= n;
  @ requires \valid_read(a + (0 .. n-1)) && \valid(b + (0 .. n-1));
  @ requires \separated(a + (0 .. n-1), b + (0 .. n-1));
  @*/
void copy1(const int *a, int *b, int n)
{
  for (int i = 0; i < n; i++)
    b[i] = a[i];
  //@ assert \forall integer k; 0 <= k < n ==> b[k] == a[k];
}
