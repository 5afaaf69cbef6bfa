// A pointer takes two steps in each round, so it is never at an odd place when the round begins.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static void mark(int *place, int *stop)
{
    while (place < stop) {
        *place = 3;
        place++;
        *place = 8;
        place++;
    }
}

int main(void)
{
    int pairs = __VERIFIER_nondet_int();
    __VERIFIER_assume(pairs >= 1 && pairs <= 20000);
    int marks[2 * pairs];
    mark(marks, marks + 2 * pairs);
    int any = __VERIFIER_nondet_int();
    __VERIFIER_assume(any >= 0 && any < pairs);
    if (marks[2 * any] != 3 || marks[2 * any + 1] != 8)
        reach_error();
    return 0;
}
