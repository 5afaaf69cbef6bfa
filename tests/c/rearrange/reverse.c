// In place, from both ends.
/*@ requires 0 <= n;
  @ requires \valid(a + (0 .. n-1));
  @ assigns a[0 .. n-1];
  @ ensures \forall integer k; 0 <= k < n ==> a[k] == \old(a[n - 1 - k]);
  @*/
void reverse(int *a, int n)
{
  int i = 0;
  int j = n - 1;
  /*@ loop invariant 0 <= i && i + j == n - 1 && i <= j + 2;
    @ loop invariant \forall integer k; 0 <= k < i ==> a[k] == \at(a[n - 1 - k], Pre);
    @ loop invariant \forall integer k; j < k < n ==> a[k] == \at(a[n - 1 - k], Pre);
    @ loop invariant \forall integer k; i <= k <= j ==> a[k] == \at(a[k], Pre);
    @ loop assigns i, j, a[0 .. n-1];
    @ loop variant j - i + 2;
    @*/
  while (i < j) {
    int t = a[i];
    a[i] = a[j];
    a[j] = t;
    i++;
    j--;
  }
}
