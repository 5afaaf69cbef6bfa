// Sorting loses no element: for every element there was, there is one, however the loops are written. No loop says what it maintains.
/*@ requires n >= 0 && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures \forall integer y; 0 <= y < n ==> \exists integer x; 0 <= x < n && \old(a[y]) == a[x];
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
        a[j + 1] = val;
    }
}

/*@ requires n >= 0 && \valid(a + (0 .. n - 1));
    ensures \forall integer y; 0 <= y < n ==> \exists integer x; 0 <= x < n && \old(a[y]) == a[x];
 */
void insertion_sort_with_whiles(int *a, int n)
{
    int i, j, val;
    i = 1;
    while (i < n) {
        val = a[i];
        j = i;
        while (j > 0 && a[j - 1] > val) {
            a[j] = a[j - 1];
            j = j - 1;
        }
        a[j] = val;
        i = i + 1;
    }
}

/*@ requires n >= 0 && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures \forall integer y; 0 <= y < n ==> \exists integer x; 0 <= x < n && \old(a[y]) == a[x];
 */
void selection_sort(int *a, int n)
{
    for (int i = 0; i + 1 < n; i++) {
        int min = i;
        for (int j = i + 1; j < n; j++)
            if (a[j] < a[min])
                min = j;
        if (min != i) {
            int t = a[i];
            a[i] = a[min];
            a[min] = t;
        }
    }
}

static void swap(int *p, int *q) //~ conditional
{
    int t = *p;
    *p = *q;
    *q = t;
}

/*@ requires n >= 0 && \valid(a + (0 .. n - 1));
    ensures \forall integer y; 0 <= y < n ==> \exists integer x; 0 <= x < n && \old(a[y]) == a[x];
 */
void selection_sort_with_calls(int *a, int n)
{
    for (int i = 0; i < n - 1; i++) {
        int min = i;
        for (int j = i + 1; j < n; j++)
            if (a[j] < a[min])
                min = j;
        swap(&a[i], &a[min]);
    }
}
