// A bound of a number that the function tests would hide what happens on one of the ways: no condition excludes it.
int bit_count(unsigned x)
{
    static const unsigned char table[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    int n = 0;
    while (x) {
        n += table[x & 31]; //~ refuted bounds
        x >>= 4;
    }
    return n;
}
