// The length of a block is counted in bytes, not in whole elements: this was once proved.
void *memset(void *, int, __typeof__(sizeof 0));

struct pair {
    int first;
    int second;
};

int main(void)
{
    struct pair p;
    memset(&p, 0, sizeof p + 1); //~ refuted bounds
    return 0;
}
