//! options: --property unreach-call
// Arithmetic with bit-fields wider than `int` was once done as one compiler does it.
void reach_error(void);

struct bits {
    unsigned long long wide : 40;
    long long distance : 40;
    unsigned long whole : 64;
    int small : 5;
};

int main(void)
{
    struct bits b;
    b.wide = 5;
    b.distance = -3;
    b.whole = ~0ul;
    b.small = 15;
    if (b.wide + 1 != 6 || b.distance - 1 != -4 || b.wide != 5 || b.wide >> 1 != 2)
        reach_error();
    b.whole++;
    b.small++;
    if (b.whole != 0 || b.small != -16)
        reach_error();
    b.wide = (1ull << 40) - 1;
    if ((unsigned long long)b.wide + 1 != 1ull << 40 || b.wide + 1ull != 1ull << 40)
        reach_error();
    b.wide++;
    if (b.wide != 0)
        reach_error();
    b.wide--;
    if (b.wide + 1 == 0) //~ unknown
        reach_error();
    return 0;
}
