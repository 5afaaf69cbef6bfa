// Only the beginning of a live allocation can be freed, or nothing.
#include <stdlib.h>

void nothing(void)
{
    free(0);
}

void twice(void)
{
    int *cell = malloc(sizeof *cell);
    free(cell);
    free(cell); //~ refuted free
}

void of_the_stack(void)
{
    int cell = 0;
    int *pointer = &cell;
    free(pointer); //~ refuted free
}

void of_the_middle(void)
{
    int *cells = malloc(2 * sizeof *cells);
    if (cells)
        free(cells + 1); //~ refuted free
}

static int global;

void of_a_global(void)
{
    free(&global); //~ refuted free
}
