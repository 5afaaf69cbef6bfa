// Selection sort, with the order asked for at two nondeterministic places.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 1 && n <= 100000);
    int a[n];
    for (int i = 0; i < n; i++) {
        int least = i;
        for (int j = i + 1; j < n; j++)
            if (a[j] < a[least])
                least = j;
        int kept = a[i];
        a[i] = a[least];
        a[least] = kept;
    }
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= x && x < y && y < n);
    if (a[x] > a[y])
        reach_error();
    return 0;
}
