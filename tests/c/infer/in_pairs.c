// Even places are filled by one loop, odd ones by another.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 1 && n <= 1000);
    int a[2 * n];
    for (int i = 0; i < n; i++)
        a[2 * i] = 7;
    for (int i = 0; i < n; i++)
        a[2 * i + 1] = 3;
    for (int i = 0; i < 2 * n; i++)
        if (a[i] != 7 && a[i] != 3)
            reach_error();
    return 0;
}
