//! options: --engine templates --fixpoint constraint
// Sorting loses no element: for every element there was, there is one. No loop says what it maintains.
/*@ requires n >= 0 && \valid(a + (0 .. n - 1));
    ensures \forall integer y; 0 <= y < n ==> \exists integer x; 0 <= x < n && \old(a[y]) == a[x];
 */
void insertion_sort(int *a, int n)
{
    int i, j, val;
    for (i = 1; i < n; i++) {
        val = a[i];
        j = i - 1;
        while (j >= 0 && a[j] > val) {
            a[j + 1] = a[j];
            j--;
        }
        a[j + 1] = val;
    }
}

/*@ requires n >= 0 && \valid(a + (0 .. n - 1));
    ensures \forall integer y; 0 <= y < n ==> \exists integer x; 0 <= x < n && \old(a[y]) == a[x];
 */
void selection_sort(int *a, int n)
{
    int i, j, min, t;
    for (i = 0; i < n - 1; i++) {
        min = i;
        for (j = i + 1; j < n; j++)
            if (a[j] < a[min])
                min = j;
        t = a[i];
        a[i] = a[min];
        a[min] = t;
    }
}
