// Arrays whose length the type does not say have the length of their object: flexible members, `[0]` and `[1]` at the end of
// a record, arrays behind `int (*)[]`. An index beyond it was once proved, and one inside was once refuted.
#include <stdlib.h>

struct row { int used; short at[]; };
struct old { int used; int at[1]; };
struct zero { char tag; int at[0]; };

static struct row table = { 3, { 7, 8, 9 } };

int flexible(int write)
{
    struct row *r = malloc(sizeof(struct row) + 4 * sizeof(short));
    if (!r)
        return 0;
    r->used = 4;
    r->at[3] = 1;
    if (write)
        r->at[4] = 1; //~ refuted bounds
    free(r);
    return table.at[2];
}

int initialised(void)
{
    return table.at[3]; //~ refuted bounds
}

int before(void)
{
    struct row *r = malloc(sizeof(struct row) + 4 * sizeof(short));
    if (!r)
        return 0;
    r->at[-3] = 1; //~ refuted bounds
    free(r);
    return 0;
}

int hack(int write)
{
    struct old *o = malloc(sizeof(struct old) + 2 * sizeof(int));
    if (!o)
        return 0;
    o->at[2] = 5;
    if (write)
        o->at[3] = 5; //~ refuted bounds
    int last = o->at[2];
    free(o);
    return last;
}

int none(int write)
{
    struct zero *z = malloc(sizeof(struct zero) + 2 * sizeof(int));
    if (!z)
        return 0;
    z->at[1] = 5;
    if (write)
        z->at[2] = 5; //~ refuted bounds
    free(z);
    return 0;
}

int behind(int i)
{
    int five[5] = { 0 };
    int (*p)[] = (int (*)[])&five;
    if (i < 0 || i > 5)
        return 0;
    return (*p)[i]; //~ refuted bounds
}
