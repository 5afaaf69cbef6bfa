//! options: --property unreach-call
// A pointer that is an integer in between points to where it did. What was written through it was once lost.
#include <stdint.h>
void reach_error(void);

static uintptr_t kept;

static void by_integer(int *p)
{
    kept = (uintptr_t)p;
    uintptr_t hidden = kept + 64;
    hidden -= 64;
    int *q = (int *)hidden;
    *q = 7;
}

int main(void)
{
    int a = 0, b = 0;
    by_integer(&a);
    *(int *)(uintptr_t)&b = 9;
    if (b != 9)
        reach_error();
    if (a == 7)
        reach_error(); //~ refuted unreachable
    return 0;
}
