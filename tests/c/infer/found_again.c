// What is reported was seen somewhere: whoever looks again finds it.
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
    int deepest = level[0];
    for (int i = 1; i < n; i++)
        if (level[i] < deepest)
            deepest = level[i];
    int seen = 0;
    for (int i = 0; i < n; i++)
        if (level[i] == deepest)
            seen = 1;
    if (!seen)
        reach_error();
    return 0;
}
