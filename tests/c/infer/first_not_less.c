// The first place whose element is not less than the key, by halving what is left. When nothing is left, `lo` is a place; all along,
// `lo + left` is.

/*@ requires 0 <= n && n <= 1000000 && \valid_read(a + (0 .. n - 1));
    requires \forall integer x, y; 0 <= x && x < y && y < n ==> a[x] <= a[y];
    assigns \nothing;
    ensures 0 <= \result && \result <= n;
    ensures \forall integer k; 0 <= k && k < \result ==> a[k] < key;
    ensures \forall integer k; \result <= k && k < n ==> key <= a[k]; */
int first_not_less(const int *a, int n, int key) {
    int lo = 0;
    int left = n;
    while (left > 0) {
        int half = left / 2;
        if (a[lo + half] < key) {
            lo = lo + half + 1;
            left = left - half - 1;
        } else {
            left = half;
        }
    }
    return lo;
}
