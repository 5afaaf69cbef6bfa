//! options: --property valid-memsafety
// A jump from one block into its neighbour ends the objects of the first; they once stayed alive.
int main(void)
{
    int *p = 0, n = 0;
    {
        int x = 3;
        p = &x;
        goto in;
    }
    {
        int y;
    in:
        y = 4;
        n = *p + y; //~ refuted use-after-free
    }
    return n;
}
