// Functions of the library that Invar has no row for return what the standard says, not just anything: this was once refuted.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    div_t parts = div(7, 2);
    assert(parts.quot == 3); //~ unknown assert, should be proved: `div` is not modelled
    return 0;
}
