// The first two elements are never compared.
/*@ requires 2 <= n <= 3;
  @ requires \valid(a + (0 .. n-1));
  @ assigns a[0 .. n-1];
  @ ensures a[0] <= a[1]; //~ refuted ensures
  @*/
void insertion_sort(int *a, int n)
{
  /*@ loop invariant 0 <= i <= n;
    @ loop assigns i, a[0 .. n-1];
    @*/
  for (int i = 0; i < n; i++) {
    int key = a[i];
    int j = i;
    /*@ loop invariant 0 <= j <= i < n;
      @ loop assigns j, a[0 .. n-1];
      @*/
    while (j > 1 && a[j - 1] > key) {
      a[j] = a[j - 1];
      j--;
    }
    a[j] = key;
  }
}
