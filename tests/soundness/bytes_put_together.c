//! options: --property unreach-call
// Bytes of two pointers put together are no pointer to what either points to. What is read through them was once assumed to be
// of an object that nothing had written.
void reach_error(void);

int main(void)
{
    int a = 1, b = 2;
    int *p = &a, *q = &b, *r = 0;
    for (int i = 0; i < 4; i++)
        ((char *)&r)[i] = ((char *)&p)[i];
    for (int i = 4; i < 8; i++)
        ((char *)&r)[i] = ((char *)&q)[i];
    if (*r == 2)
        reach_error(); //~ unknown
    return 0;
}
