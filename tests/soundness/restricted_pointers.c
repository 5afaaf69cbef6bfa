// `restrict` forbids accesses to one object through two pointers. It does not say that they point to different memory: that
// was once concluded from it.
#include <string.h>

int shared;

/*@ requires \valid(p) && \valid(q); assigns *p; ensures *q == \old(*q); */ //~ refuted ensures
void only_written(int *restrict p, int *q)
{
    *p = 1;
}

/*@ requires \valid(p); assigns *p; ensures shared == \old(shared); */ //~ refuted ensures
void global(int *restrict p)
{
    *p = 1;
}

/*@ requires \valid(p + (0 .. 1)) && \valid(q + (0 .. 1)); assigns p[0], q[1]; ensures q[0] == \old(q[0]); */ //~ refuted ensures
void other_elements(int *restrict p, int *restrict q)
{
    p[0] = 1;
    q[1] = 2;
}

/*@ requires \valid(p) && \valid(q) && \separated(p, q); assigns *p; ensures *q == \old(*q); */
void said_to_be_apart(int *restrict p, int *q)
{
    *p = 1;
}
