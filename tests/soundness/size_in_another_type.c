//! options: --property valid-memsafety
// How large an allocation is does not depend on the type it is first used at.
#include <stdlib.h>

struct small { char a, b; };
struct large { double d; };

int main(void)
{
    struct small *s = (struct small *)malloc(16);
    void *any = s;
    s->a = 1;
    struct large *l = any;
    l[1].d = 1.0;
    l[2].d = 1.0; //~ refuted bounds
    free(any);
    return 0;
}
