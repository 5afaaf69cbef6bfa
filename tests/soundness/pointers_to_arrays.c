//! options: --check assert
// Pointers to arrays from outside may overlap wherever their elements do: all of this was once proved, where
// callers have to be asked to keep them apart.
#include <assert.h>

struct row { int x[3]; };
int numbers[4], table[6];

void other_length(int (*a)[3], int (*b)[2]) //~ conditional
{
    (*a)[1] = 5;
    (*b)[1] = 6;
    assert((*a)[1] == 5);
}

void shifted(int (*a)[3], int (*b)[3]) //~ conditional
{
    (*a)[2] = 5;
    (*b)[1] = 6;
    assert((*a)[2] == 5);
}

void of_a_global(int (*b)[2]) //~ conditional
{
    numbers[1] = 5;
    (*b)[1] = 6;
    assert(numbers[1] == 5);
}

void in_a_record(struct row *a, int (*b)[2]) //~ conditional
{
    a->x[1] = 5;
    (*b)[1] = 6;
    assert(a->x[1] == 5);
}

void of_other_elements(int (*a)[3], long (*b)[2])
{
    (*a)[1] = 5;
    (*b)[1] = 6;
    assert((*a)[1] == 5);
}
