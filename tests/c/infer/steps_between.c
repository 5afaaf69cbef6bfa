// Neighbouring elements give a third one; adding those up leads back to the elements.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 2 && n <= 30000);
    int height[n], climb[n - 1];
    for (int i = 0; i < n; i++) {
        height[i] = __VERIFIER_nondet_int();
        __VERIFIER_assume(height[i] >= 0 && height[i] <= 9000);
    }
    for (int i = 0; i + 1 < n; i++)
        climb[i] = height[i + 1] - height[i];
    int at = height[0];
    for (int i = 0; i + 1 < n; i++) {
        at += climb[i];
        if (at != height[i + 1])
            reach_error();
    }
    return 0;
}
