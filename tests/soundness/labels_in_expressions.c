// A label inside of a statement expression was once outside of all blocks: going to it ended every object.
#include <assert.h>

int main(void)
{
    int total = 0;
    for (int i = 0; i < 2; i++) {
        int outer = i, *p = &outer;
        total += ({
            int inner = 0, *q = &inner;
        more:
            ++*q;
            if (*q < 3)
                goto more;
            *q + *p;
        });
    }
    assert(total == 7);
    return 0;
}
