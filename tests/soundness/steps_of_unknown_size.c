// A pointer to an array of n numbers moves by 4 * n bytes. It was once proved to move by one.
void f(int n, int (*p)[n])
{
    //@ assert \offset(p + 1) == \offset(p) + 1; //~ unknown assert
}
