// A static variable of a function keeps its value between calls.
#include <assert.h>

static int count(void)
{
    static int calls;
    calls++;
    return calls;
}

int main(void)
{
    assert(count() == 1); //~ vacuous
    assert(count() == 2); //~ vacuous
    assert(count() == 2); //~ refuted assert
    return 0;
}
