// `loop assigns` was once not checked for local variables and pointers, and `loop variant` not at all.
int *cursor;

int local(void)
{
    int i = 0, s = 0;
    /*@ loop invariant 0 <= i <= 5; loop assigns i; */
    while (i < 5) { //~ refuted invariant-maintained
        s++;
        i++;
    }
    return s;
}

int own(void)
{
    int i = 0;
    /*@ loop invariant 0 <= i <= 5; loop assigns i; */
    while (i < 5) {
        int inner = i;
        inner++;
        i = inner;
    }
    return i;
}

void pointer(void)
{
    int i = 0;
    /*@ loop invariant 0 <= i <= 5; loop assigns i; */
    while (i < 5) { //~ refuted invariant-maintained
        cursor++;
        i++;
    }
}

int upwards(int n)
{
    int i = 0;
    /*@ loop invariant 0 <= i; loop assigns i; loop variant i; */ //~ refuted variant
    while (i < n)
        i++;
    return i;
}

int below_zero(int n)
{
    int i = 0;
    /*@ loop invariant 0 <= i; loop assigns i; loop variant -i; */ //~ refuted variant
    while (i < n)
        i++;
    return i;
}

int continued(int n)
{
    int i = 0;
    /*@ loop variant n - i; */ //~ refuted variant
    while (i < n) {
        if (i == 3)
            continue;
        i++;
    }
    return i;
}

int fine(int n)
{
    int i = 0;
    /*@ loop invariant 0 <= i; loop assigns i; loop variant n - i; */
    while (i < n)
        i++;
    /*@ loop variant i; */
    do {
        i--;
    } while (i > 0);
    return i;
}
