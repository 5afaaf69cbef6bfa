// A pointer that was an integer, or bytes, in between may point to anything. What was written through it was once lost.
//! options: --property unreach-call
#include <stdint.h>
void reach_error(void);

static uintptr_t kept;

static void by_integer(int *p)
{
    kept = (uintptr_t)p;
    int *q = (int *)kept;
    *q = 7; //~ unknown
}

static void by_bytes(int *p)
{
    int *q = 0;
    for (unsigned i = 0; i < sizeof p; i++)
        ((unsigned char *)&q)[i] = ((unsigned char *)&p)[i];
    *q = 8; //~ unknown
}

int main(void)
{
    int a = 0, b = 0, c = 0;
    by_integer(&a);
    by_bytes(&b);
    *(int *)(uintptr_t)&c = 9;
    if (a != 0 || b != 0)
        reach_error();
    if (c != 9)
        reach_error();
    return 0;
}
