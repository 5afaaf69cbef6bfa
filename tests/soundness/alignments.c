//! options: --data-model ILP32
// `__alignof__` was once the least alignment, which members have.
#include <assert.h>

struct holder {
    double value;
};
double value;

void alignments(void)
{
    assert(_Alignof(double) == 4 && __alignof__(double) == 8);
    assert(_Alignof(long long[2]) == 4 && __alignof__(long long[2]) == 8);
    assert(__alignof__(struct holder) == 4 && __alignof__(int) == 4);
    unsigned of_object = __alignof__(value); //~ unknown
}
