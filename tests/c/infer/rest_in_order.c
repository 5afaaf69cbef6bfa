// How much is in order is a difference of two variables, which only the inner loop's condition mentions.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 1 && n <= 10000);
    int a[n];
    for (int t = 0; t < n; t++)
        a[t] = __VERIFIER_nondet_int();
    int done = 0;
    while (done < n) {
        for (int j = 0; j + 1 < n - done; j++)
            if (a[j] > a[j + 1]) {
                int kept = a[j];
                a[j] = a[j + 1];
                a[j + 1] = kept;
            }
        done++;
    }
    for (int x = 0; x < n; x++)
        for (int y = x + 1; y < n; y++)
            if (a[x] > a[y])
                reach_error();
    return 0;
}
