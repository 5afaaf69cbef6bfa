// One memory, two views.
#include <assert.h>

union word { unsigned int whole; unsigned char bytes[4]; };

void low_byte_first(void)
{
    union word w;
    w.whole = 0x01020304u;
    assert(w.bytes[0] == 4 && w.bytes[3] == 1); //~ vacuous
    w.bytes[0] = 5;
    assert(w.whole == 0x01020305u); //~ vacuous
}

void wrong(void)
{
    union word w;
    w.whole = 0x01020304u;
    assert(w.bytes[0] == 1); //~ refuted assert
}
