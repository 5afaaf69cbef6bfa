// A tentative definition of an array without a length has one element (C11 6.9.2), which was once refuted.
int x[];

int main(void)
{
    x[0] = 1;
    x[1] = 1; //~ refuted bounds
    return 0;
}
