//! options: --check +leak
// One allocation is freed, the other is not when the program ends.
#include <stdlib.h>

int main(void)
{
    int *kept = malloc(sizeof *kept);
    int *freed = malloc(sizeof *freed);
    if (kept)
        *kept = 1;
    free(freed);
    return 0;
} //~ refuted leak
