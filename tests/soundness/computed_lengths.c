// An array whose length is computed has at least one element.
int negative(int n)
{
    if (n != -5)
        return 0;
    int row[n]; //~ refuted bounds
    return sizeof row == 1;
}

int empty(int n)
{
    if (n != 0)
        return 0;
    char row[n]; //~ refuted bounds
    return sizeof row;
}

int some(int n)
{
    if (n < 1 || n > 100)
        return 0;
    int row[n];
    row[n - 1] = 0;
    return row[n - 1];
}
