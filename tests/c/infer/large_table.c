// A table with more elements than any run looks at.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void)
{
    int table[80][300];
    for (int i = 0; i < 80; i++)
        for (int j = 0; j < 300; j++)
            table[i][j] = j - i;
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= x && x < 80 && 0 <= y && y < 300);
    if (table[x][y] != y - x)
        reach_error();
    return 0;
}
