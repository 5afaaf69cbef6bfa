// The members of a record that unseen code returns are values of their types: this was once refuted with a `_Bool` of 4.
#include <assert.h>

struct mixed { unsigned char small; _Bool truth; int row[3]; unsigned bits : 3; };
struct mixed elsewhere(int);

int main(void)
{
    struct mixed got = elsewhere(1);
    assert(got.small <= 255);
    assert(got.truth == 0 || got.truth == 1);
    assert(got.bits <= 7);
    assert(got.row[1] <= 2147483647);
    return 0;
}
