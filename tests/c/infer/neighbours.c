// The order of neighbours is asked for; what the loops maintain is an order of all pairs.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 1 && n <= 20000);
    int queue[n];
    for (unsigned i = 0; i < n; i++)
        queue[i] = __VERIFIER_nondet_int();
    for (unsigned long end = n; end > 1; end--)
        for (unsigned long i = 0; i + 1 < end; i++)
            if (queue[i] > queue[i + 1]) {
                int later = queue[i];
                queue[i] = queue[i + 1];
                queue[i + 1] = later;
            }
    for (unsigned i = 0; i + 1 < n; i++)
        if (queue[i] > queue[i + 1])
            reach_error();
    return 0;
}
