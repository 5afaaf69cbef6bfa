//! options: --property unreach-call
// Which number an address is, nobody knows; where that decides something, nothing is refuted.
#include <stdint.h>
void reach_error(void);

int main(void)
{
    char a = 0;
    uintptr_t u = (uintptr_t)&a;
    if (u % 16 == 5)
        reach_error(); //~ unknown
    *(char *)u = 1;
    return a;
}
