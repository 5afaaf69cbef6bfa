// A function that runs when the program ends.
#include <assert.h>
#include <stdlib.h>

static int state;
static void finish(void) { assert(state == 0); }

int main(void)
{
    atexit(finish); //~ unknown assert, should be refuted: what runs at the end is not followed
    state = 1;
    exit(0);
}
