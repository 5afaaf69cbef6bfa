// Two loops inside each other count to the product of their bounds, which the text does not mention.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void)
{
    int rows = __VERIFIER_nondet_int(), columns = __VERIFIER_nondet_int(), count = 0;
    __VERIFIER_assume(rows >= 5 && rows <= 1000 && columns >= 5 && columns <= 1000);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            count++;
    if (count < 25)
        reach_error();
    return 0;
}
