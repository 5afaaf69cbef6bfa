// What no condition on callers excludes is refuted.
#include <stdlib.h>

int past_the_end(int n)
{
    int a[4] = {0};
    for (int i = 0; i <= 4; i++)
        a[i] = n; //~ refuted bounds
    return a[0];
}

int *unchecked(void)
{
    int *p = malloc(sizeof *p);
    *p = 1; //~ refuted null
    return p;
}

void twice(int *p)
{
    free(p);
    *p = 1; //~ refuted use-after-free
}
