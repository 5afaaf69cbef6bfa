// A row of characters that is seen as a record whose first member is one: bytes count, not members.
#include <assert.h>

struct head { char kind; short value; };
struct mixed { int number; char letter; };

void outside(void)
{
    char memory[2];
    struct head *h = (struct head *)memory;
    h->value = 1; //~ refuted bounds
}

void next_one(void)
{
    char memory[4];
    struct head *h = (struct head *)memory;
    h[1].kind = 3; //~ refuted bounds
}

void copied(void)
{
    char memory[2] = { 0 };
    struct head *h = (struct head *)memory;
    struct head copy = *h; //~ refuted bounds
    (void)copy;
}

void in_order(void)
{
    _Alignas(2) char memory[4] = { 1, 2, 3, 4 };
    struct head *h = (struct head *)memory;
    assert(h->value == 0x0403);
}

void one_byte_of_four(void)
{
    int memory[2] = { 1, 0x11223344 };
    struct mixed *m = (struct mixed *)memory;
    m->letter = 9;
    assert(memory[1] == 0x11223309);
}
