// A flag is set because of one element: whoever looks again finds such an element.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 1 && n <= 50000);
    int level[n];
    for (int i = 0; i < n; i++)
        level[i] = __VERIFIER_nondet_int();
    int alarm = 0;
    for (int i = 0; i < n; i++)
        if (level[i] > 900)
            alarm = 1;
    if (alarm) {
        int loud = 0;
        for (int i = 0; i < n; i++)
            if (level[i] > 900)
                loud = 1;
        if (!loud)
            reach_error();
    }
    return 0;
}
