//! options: --property unreach-call
// Constructors and destructors were once never called.
#include <stdlib.h>
void reach_error(void);

static int state = 1;

__attribute__((constructor(200))) static void second(void)
{
    state = 10 * state + 2;
}

__attribute__((constructor(150))) static void first(void)
{
    state = 10 * state + 1;
}

__attribute__((destructor)) static void last(void)
{
    if (state == 7)
        reach_error(); //~ refuted unreachable
}

int main(void)
{
    if (state != 112)
        reach_error();
    state = 7;
    exit(0);
}
