//! options: --check assert
// Pointers to arrays from outside may overlap wherever their elements do: all of this was once proved.
#include <assert.h>

struct row { int x[3]; };
int numbers[4], table[6];

void other_length(int (*a)[3], int (*b)[2])
{
    (*a)[1] = 5;
    (*b)[1] = 6;
    assert((*a)[1] == 5); //~ refuted assert
}

void shifted(int (*a)[3], int (*b)[3])
{
    (*a)[2] = 5;
    (*b)[1] = 6;
    assert((*a)[2] == 5); //~ refuted assert
}

void of_a_global(int (*b)[2])
{
    numbers[1] = 5;
    (*b)[1] = 6;
    assert(numbers[1] == 5); //~ refuted assert
}

void in_a_record(struct row *a, int (*b)[2])
{
    a->x[1] = 5;
    (*b)[1] = 6;
    assert(a->x[1] == 5); //~ refuted assert
}

void of_other_elements(int (*a)[3], long (*b)[2])
{
    (*a)[1] = 5;
    (*b)[1] = 6;
    assert((*a)[1] == 5);
}
