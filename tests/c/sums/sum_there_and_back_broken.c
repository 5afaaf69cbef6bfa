// The last element is not taken away again.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 1 && n <= 1000);
    short a[n];
    long total = 0;
    for (int i = 0; i < n; i++)
        a[i] = (short)__VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        total += a[i];
    for (int i = 0; i + 1 < n; i++)
        total -= a[i];
    if (total != 0)
        reach_error(); //~ refuted unreachable
    return 0;
}
