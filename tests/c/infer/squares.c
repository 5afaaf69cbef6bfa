// Squares as sums of odd numbers: two recurrences, and a polynomial that neither of them mentions.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 1 && n <= 1000);
    int odd[n], square[n];
    for (int i = 0; i < n; i++)
        odd[i] = i == 0 ? 1 : odd[i - 1] + 2;
    for (int i = 0; i < n; i++)
        square[i] = i == 0 ? 0 : square[i - 1] + odd[i - 1];
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= x && x < n);
    if (square[x] != x * x)
        reach_error();
    return 0;
}
