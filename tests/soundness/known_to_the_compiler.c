// An optimiser may find that a variable is constant.
#include <assert.h>

void variable(void)
{
    int n = 3;
    assert(__builtin_constant_p(n) == 0); //~ unknown assert, should be refuted: it depends on the optimiser
}

void constant(void)
{
    assert(__builtin_constant_p(3) == 1);
}
