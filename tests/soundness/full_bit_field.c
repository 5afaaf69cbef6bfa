//! options: --property no-overflow
// Counting up a bit-field of full width once wrapped around in silence.
struct word {
    int all : 32;
    int some : 31;
};

int main(void)
{
    struct word w;
    w.some = 1073741823;
    w.some++;
    w.all = 2147483647;
    w.all++; //~ refuted overflow
    return 0;
}
