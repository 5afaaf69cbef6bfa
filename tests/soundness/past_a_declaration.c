// A jump may pass a declaration: the variables exist, and are different ones. This was once refuted with a null pointer.
int main(void)
{
    goto in;
    {
        int x;
        int y;
        int *p, *q;
    in:
        p = &x;
        q = &y;
        *p = 1;
        *q = 2;
        //@ assert *p == 1;
        //@ assert p == q; //~ refuted assert
    }
    return 0;
}
