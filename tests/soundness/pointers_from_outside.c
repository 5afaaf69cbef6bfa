// Numbers that no object has were once taken for objects that the function gave back: a wrong `use-after-free`. What is behind pointers in memory
// from outside is the callers' business.
int sum_through(int **v, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += *v[i]; //~ unknown bounds
    return s;
}
