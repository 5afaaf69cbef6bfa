//! options: --property unreach-call
// A computed `goto` was once the end of everything: both of these were proved.
void reach_error(void);
int __VERIFIER_nondet_int(void);

static int interpret(const int *code)
{
    static void *const operations[] = { &&increment, &&twice, &&halt };
    int value = 1, at = 0;
    goto *operations[code[at]];
increment:
    value++;
    goto *operations[code[++at]];
twice:
    value *= 2;
    goto *operations[code[++at]];
halt:
    return value;
}

int main(void)
{
    int program[] = { 1, 0, 1, 2 };
    if (interpret(program) != 6)
        reach_error();
    void *next = &&good;
    if (__VERIFIER_nondet_int())
        next = &&bad;
    goto *next;
bad:
    reach_error(); //~ refuted unreachable
good:
    return 0;
}
