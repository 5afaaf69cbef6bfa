//! options: --property unreach-call
// One object seen as two records that do not agree about their scalars. Offsets once counted scalars of either, so that the two
// views did not overlap where they do.
#include <stdlib.h>
void reach_error(void);

struct halves { short low, high; };
struct word { int all; };
struct pair { int first; short second, third; };

int main(void)
{
    void *memory = malloc(8);
    struct word *w = memory;
    w[1].all = 0x20001;
    struct halves *h = memory;
    if (h[1].low != 1 || h[1].high != 2)
        reach_error();

    struct pair p = { 1, 2, 3 };
    int *whole = (int *)&p;
    if (whole[1] == 0x30002)
        reach_error(); //~ refuted unreachable
    return 0;
}
