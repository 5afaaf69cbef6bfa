// In annotations an array is a value: `\old(a)[0]` is an element as it was, and `==` compares elements. Arrays once became
// pointers there, and `\old` was lost.
int a[2], m[2][2];

/*@ requires a[0] == 5; assigns a[0]; ensures a[0] == \old(a)[0]; */ //~ refuted ensures
void changed(void)
{
    a[0] = 1;
}

/*@ requires a[0] == 5; assigns a[0]; ensures \old(a)[0] == 5; ensures a[0] == 1; */
void as_it_was(void)
{
    a[0] = 1;
}

/*@ requires m[1][1] == 3; assigns m[1][1]; ensures \old(m[1])[1] == 3; ensures \old(m)[1][1] == 3; */
void rows(void)
{
    m[1][1] = 4;
}

/*@ assigns a[0]; ensures a == \old(a); */ //~ warning unsupported-annotation //~ unknown ensures, should be refuted: whole arrays are not compared
void whole(void)
{
    a[0] = 1;
}

void contents(void)
{
    int x[2] = { 1, 2 }, y[2] = { 1, 2 };
    //@ assert x == y; //~ warning unsupported-annotation //~ unknown assert, should be proved: whole arrays are not compared
    //@ assert x != y; //~ warning unsupported-annotation //~ unknown assert, should be refuted: whole arrays are not compared
}

int labelled(void)
{
    int x[2] = { 1, 2 };
before:
    x[0] = 9;
    //@ assert \at(x, before)[0] == 1;
    return x[0];
}
