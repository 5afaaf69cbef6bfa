// Contracts of statements were once skipped.
int ensures(int x)
{
    int y = 0;
    /*@ ensures y == 2; */ //~ refuted assert
    {
        y = 1;
    }
    return y;
}

int requires(int x)
{
    /*@ requires x > 0; */ //~ refuted assert
    x = 1;
    return x;
}

int before(int x)
{
    /*@ requires x < 100; ensures x == \old(x) + 1; ensures \at(x, Old) == \at(x, Pre); */ //~ refuted assert
    x++;
    /*@ ensures x == \old(x); */ //~ refuted assert
    x++;
    /*@ ensures x == \at(x, Pre) + 3; */
    x++;
    return x;
}

int leaves(int x)
{
    /*@ ensures x <= 0; */
    if (x > 0)
        return 1;
    return 0;
}

int many_times(void)
{
    int i = 0, s = 0;
    /*@ loop invariant 0 <= i <= 5 && s == 2 * i; */
    while (i < 5) {
        /*@ ensures s == \old(s) + 2; */
        {
            s++;
            s++;
        }
        i++;
    }
    /*@ assert s == 10; */
    return s;
}

int elements[3];

void of_memory(int i)
{
    if (i < 0 || i > 1)
        return;
    /*@ ensures elements[2] == \old(elements[2]); ensures elements[i] != \old(elements[i]); */
    elements[i] = elements[i] == 0;
    /*@ ensures elements[1] == \old(elements[1]); */ //~ refuted assert
    elements[i] = elements[i] == 0;
}

int nested(int x)
{
    /*@ requires x < 100; ensures x == \old(x) + 2; */ //~ refuted assert
    {
        /*@ ensures x == \old(x) + 1; */
        x++;
        x++;
    }
    return x;
}

int entered(int x)
{
    int y = 0;
    if (x)
        goto inside;
    /*@ ensures y == \old(y) + 1; */ //~ unknown assert, should be proved: jumps may enter the statement
    {
        y++;
    inside:
        x = 0;
    }
    return y;
}

int assigns(int x)
{
    int y = 0;
    /*@ assigns y; */ //~ unknown assert, should be proved: what a statement writes is not compared
    y = x;
    return y;
}

int behaviors(int x)
{
    /*@ behavior positive: assumes x > 0; ensures x == 0; */ //~ unknown assert, should be refuted: not checked
    x = 1;
    return x;
}
