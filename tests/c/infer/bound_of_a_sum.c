// No element is more than four, so the sum is at most four times their number.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 1 && n <= 1000);
    int a[n], total = 0;
    for (int i = 0; i < n; i++)
        a[i] = i % 3 == 0 ? 4 : 1;
    for (int i = 0; i < n; i++)
        total += a[i];
    if (total > 4 * n)
        reach_error();
    return 0;
}
