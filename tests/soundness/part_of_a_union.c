// A union that is initialised by a member smaller than itself: nothing is promised about the other bytes.
#include <assert.h>

union mixed { char letter; int number; };

void smaller(void)
{
    union mixed u = { 1 };
    assert(u.number == 1); //~ unknown assert, should be refuted: what compilers leave there is not known
    assert(u.letter == 1);
}

void whole(void)
{
    union mixed u = { .number = 1 };
    assert(u.letter == 1);
}

static union mixed cleared = { 1 };

void of_a_static_object(void)
{
    union mixed u;
    u.number = 0;
    u.letter = 1;
    assert(u.number == 1);
}
