// Arrays whose length is known when they are declared.
int last(int n)
{
    if (n < 1 || n > 100)
        return 0;
    int cells[n];
    cells[n - 1] = 7;
    return cells[n - 1];
}

int behind(int n)
{
    if (n < 1 || n > 100)
        return 0;
    int cells[n];
    cells[n] = 7; //~ refuted bounds
    return 0;
}
