// The loops are in a function that others call with arrays of their own: what is passed and the parameter are one value.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static void sink(int *from, int *past)
{
    while (past > from + 1) {
        past--;
        for (int *at = from; at < past; at++)
            if (*at > *(at + 1)) {
                int kept = *at;
                *at = *(at + 1);
                *(at + 1) = kept;
            }
    }
}

int main(void)
{
    int size = __VERIFIER_nondet_int();
    __VERIFIER_assume(size >= 1 && size <= 10000);
    int table[size];
    for (int t = 0; t < size; t++)
        table[t] = __VERIFIER_nondet_int();
    sink(table, table + size);
    int low = __VERIFIER_nondet_int(), high = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= low && low < high && high < size);
    if (table[low] > table[high])
        reach_error();
    return 0;
}
