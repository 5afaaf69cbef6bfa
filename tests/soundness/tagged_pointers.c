//! options: --check assert
// Bits in the lower end of an address, put in and taken out again: this was once refuted with an object at address 1.
#include <assert.h>
#include <stdint.h>

int main(void)
{
    int n = 7;
    uintptr_t tagged = (uintptr_t)&n | 3;
    int *p = (int *)(tagged & ~(uintptr_t)3);
    assert(*p == 7); //~ unknown assert, should be proved: addresses are not known to be aligned
    return 0;
}
