// `calloc` clears what it allocates, not what `realloc` adds to it.
#include <stdlib.h>

int main(void)
{
    int *p = calloc(1, sizeof *p);
    if (!p)
        return 0;
    int *q = realloc(p, 2 * sizeof *p);
    if (!q)
        return 0;
    //@ assert q[0] == 0;
    //@ assert q[1] == 0; //~ refuted assert
    return 0;
}
