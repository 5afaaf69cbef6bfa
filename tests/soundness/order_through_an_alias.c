// Operands that reach the same memory at two types were once taken to be apart.
#include <assert.h>

int level;

static int raise(int by)
{
    level += by;
    return by;
}

/*@ requires \valid(p); */
void other_name(int *p)
{
    int sum = *p + raise(1); //~ unknown
}

/*@ requires \valid(p); */
void own_variable(int *p)
{
    int own = 1;
    int sum = own + raise(1) * (own == 1);
    assert(sum == 2);
}
