//! options: --property unreach-call
// A pointer that is copied byte by byte still points to where it did. What was written through the copy was once lost.
void reach_error(void);

int main(void)
{
    int a = 0;
    int *p = &a, *q = 0;
    for (unsigned i = 0; i < sizeof p; i++)
        ((unsigned char *)&q)[i] = ((unsigned char *)&p)[i];
    *q = 8;
    if (a != 0)
        reach_error(); //~ refuted unreachable
    return 0;
}
