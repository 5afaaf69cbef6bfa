// A length that is computed is not negative.
/*@ requires \true; */
int negative(int n)
{
    if (n != -5)
        return 0;
    int row[n]; //~ refuted bounds
    return sizeof row == 1;
}

int some(int n)
{
    if (n < 1 || n > 100)
        return 0;
    int row[n];
    row[n - 1] = 0;
    return row[n - 1];
}
