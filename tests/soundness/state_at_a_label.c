// The state at a label was once taken for the present one.
void f(int x)
{
start:
    x = 7;
    //@ assert \at(x, start) == x; //~ refuted assert
}

int last_time(int n)
{
    int i = 0;
    /*@ loop invariant 0 <= i; */
    while (i < n) {
    again:
        i++;
        /*@ assert \at(i, again) == i - 1; */
        /*@ assert \at(i, again) == 0; */ //~ refuted assert
    }
    return i;
}

int table[4];

void element(void)
{
    table[1] = 3;
here:
    table[1] = 4;
    //@ assert \at(table[1], here) == 3 && table[1] == 4;
}
