// `realloc` moves contents, frees the old object, and leaves what is new unset.
#include <stdlib.h>

void grown(void)
{
    int *cells = malloc(sizeof *cells);
    if (!cells)
        return;
    cells[0] = 5;
    int *more = realloc(cells, 2 * sizeof *cells);
    if (!more) {
        free(cells);
        return;
    }
    more[1] = 6;
    //@ assert more[0] == 5 && more[1] == 6;
    free(more);
}

void old_pointer(void)
{
    int *cells = malloc(sizeof *cells);
    if (!cells)
        return;
    int *more = realloc(cells, 2 * sizeof *cells);
    if (more)
        *cells = 1; //~ refuted use-after-free
}

void from_nothing(void)
{
    int *cells = realloc(0, sizeof *cells);
    if (cells)
        *cells = 1;
    free(cells);
}
