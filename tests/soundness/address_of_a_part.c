//! options: --property valid-memsafety
// An object does not reach around the end of the address space: an address inside of it is not null, which was once how this
// was refuted.
#include <stdint.h>

int main(void)
{
    short row[6] = { 0 };
    uintptr_t start = (uintptr_t)row;
    *(short *)(start + 4) = 1;
    return row[2];
}
