//! options: --property unreach-call
// Two objects that live at the same time have different addresses. The model leaves them open, so that an integer once became a
// pointer to the wrong one.
#include <stdint.h>
void reach_error(void);

int main(void)
{
    int a = 1, b = 2;
    uintptr_t first = (uintptr_t)&a, second = (uintptr_t)&b;
    *(int *)second = 4;
    *(int *)first = 3;
    if (a != 3 || b != 4)
        reach_error(); //~ unknown unreachable, should be proved: addresses of different objects differ
    return 0;
}
