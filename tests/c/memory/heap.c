// What is allocated is used, then freed once.
#include <stdlib.h>

int sum_of_two(int a, int b)
{
    int *cells = malloc(2 * sizeof *cells);
    if (!cells)
        return 0;
    cells[0] = a % 100;
    cells[1] = b % 100;
    int sum = cells[0] + cells[1];
    free(cells);
    return sum;
}

void without_test(void)
{
    int *cell = malloc(sizeof *cell);
    *cell = 1; //~ refuted null
    free(cell);
}

void one_too_far(void)
{
    char *text = malloc(8);
    if (text)
        text[8] = 0; //~ refuted bounds
    free(text);
}

int after_free(void)
{
    int *cell = malloc(sizeof *cell);
    if (!cell)
        return 0;
    *cell = 1;
    free(cell);
    return *cell; //~ refuted use-after-free
}
