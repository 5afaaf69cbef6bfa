// The element that is taken out is never put back.
/*@ requires n >= 0 && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures \forall integer y; 0 <= y < n ==> \exists integer x; 0 <= x < n && \old(a[y]) == a[x];   //~ refuted ensures
 */
void insertion_sort(int *a, int n)
{
    for (int i = 1; i < n; i++) {
        int val = a[i];
        int j = i - 1;
        while (j >= 0 && a[j] > val) {
            a[j + 1] = a[j];
            j--;
        }
    }
}
