// A bit-field shares a byte with bits of a floating value. What these bits are is not modelled; the byte was once taken to
// hold numbers of Invar's own.
#include <assert.h>

union both { float value; struct { unsigned low : 4, high : 4, rest : 24; } bits; };

void right(void)
{
    union both x;
    x.value = 1.1f; /* 0x3f8ccccd */
    x.bits.low = 0;
    assert(x.bits.low == 0);
    assert(x.bits.high == 12); //~ unknown assert, should be proved: the bits of floating values are not modelled
}

void wrong(void)
{
    union both x;
    x.value = 1.1f;
    x.bits.low = 0;
    assert(x.bits.high == 0); //~ unknown assert, should be refuted: the bits of floating values are not modelled
}

void neighbours(void)
{
    struct { unsigned char first : 4, second : 4; unsigned third : 20; } x;
    unsigned char *bytes = (unsigned char *)&x;
    x.first = 5;
    x.second = 9;
    x.third = 70000;
    assert(x.first == 5 && x.second == 9 && x.third == 70000);
    assert(bytes[0] == 5 + 16 * 9);
}
