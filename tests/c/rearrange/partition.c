// As quicksort needs it: smaller elements, the pivot, the others.
/*@ requires 0 < n;
  @ requires \valid(a + (0 .. n-1));
  @ assigns a[0 .. n-1];
  @ ensures 0 <= \result < n;
  @ ensures a[\result] == \old(a[n - 1]);
  @ ensures \forall integer k; 0 <= k < \result ==> a[k] < a[\result];
  @ ensures \forall integer k; \result < k < n ==> a[k] >= a[\result];
  @*/
int partition(int *a, int n)
{
  int pivot = a[n - 1];
  int i = 0;
  /*@ loop invariant 0 <= i <= j <= n - 1;
    @ loop invariant \forall integer k; 0 <= k < i ==> a[k] < pivot;
    @ loop invariant \forall integer k; i <= k < j ==> a[k] >= pivot;
    @ loop invariant a[n - 1] == pivot;
    @ loop assigns i, j, a[0 .. n-1];
    @ loop variant n - j;
    @*/
  for (int j = 0; j < n - 1; j++) {
    if (a[j] < pivot) {
      int t = a[i];
      a[i] = a[j];
      a[j] = t;
      i++;
    }
  }
  a[n - 1] = a[i];
  a[i] = pivot;
  return i;
}
