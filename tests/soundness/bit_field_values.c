// What a bit-field is given has the bit-field's width, and is promoted to `int`: these were once computed as unsigned.
#include <assert.h>

struct flags { unsigned low : 5; unsigned all : 32; };

void given(void)
{
    struct flags f = { 1, 1 };
    assert((f.low = 1) - 2 > 0); //~ refuted assert
}

void after_a_comma(void)
{
    struct flags f = { 1, 1 };
    assert((0, f.low) - 2 > 0); //~ refuted assert
}

void chosen(void)
{
    struct flags f = { 1, 1 };
    assert((f.low ?: 0) - 2 > 0); //~ refuted assert
}

void counted(void)
{
    struct flags f = { 1, 1 };
    assert(f.low++ - 2 > 0); //~ refuted assert
}

void from_a_block(void)
{
    struct flags f = { 1, 1 };
    assert(({ f.low; }) - 2 > 0); //~ refuted assert
}

// All bits: there is nothing to promote.
void whole(void)
{
    struct flags f = { 1, 1 };
    assert((f.all = 1) - 2 > 0);
    assert((unsigned)f.low - 2 > 0);
}
