// The same question in three forms: a nondeterministic index, a loop that checks, and an equivalence. The mark is set only
// once, so that a clause about two integers (`at != n ==> at < i`) is needed as well.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int any_index(void)
{
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 1 && n <= 100000);
    int a[n], hit[n];
    int at = n;
    for (int i = 0; i < n; i++) {
        hit[i] = a[i] > 9;
        if (at == n && a[i] > 9)
            at = i;
    }
    int k = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= k && k < at);
    if (hit[k])
        reach_error();
    return 0;
}

int checking_loop(void)
{
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 1 && n <= 100000);
    int a[n], hit[n];
    int at = n;
    for (int i = 0; i < n; i++) {
        hit[i] = a[i] > 9;
        if (at == n && a[i] > 9)
            at = i;
    }
    for (int k = 0; k < at; k++)
        if (hit[k])
            reach_error();
    return 0;
}

int one_too_many(void)
{
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 1 && n <= 100000);
    int hit[n];
    int at = n;
    for (int i = 0; i < n; i++) {
        int value = __VERIFIER_nondet_int();
        hit[i] = value > 9;
        if (at == n && value > 9)
            at = i;
    }
    int k = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= k && k <= at && k < n);
    if (hit[k])
        reach_error(); //~ refuted unreachable
    return 0;
}
