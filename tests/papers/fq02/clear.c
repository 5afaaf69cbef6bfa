// FQ02 §6: clearing an array, with no annotation of the loop.
/*@ requires 0 <= n;
  @ requires \valid(a + (0 .. n-1));
  @ assigns a[0 .. n-1];
  @ ensures \forall integer k; 0 <= k < n ==> a[k] == 0;
  @*/
void clear(int *a, int n)
{
  for (int i = 0; i < n; i++)
    a[i] = 0;
}
