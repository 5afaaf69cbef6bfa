// A function that is known by its contract may give away pointers to memory of its own: once there was none, so that
// postconditions contradicted each other and everything was proved after them.
#include <stdlib.h>

struct pair {
    int *first, *second;
};
int known;
int *kept;

/*@ assigns \nothing; ensures \valid(\result); */
int *get(void);
/*@ requires \valid(out); assigns *out; ensures \valid(*out); */
void get_through(int **out);
/*@ assigns \nothing; ensures \valid(\result.first) && \valid(\result.second); ensures \result.first != \result.second; */
struct pair get_two(void);
/*@ assigns kept; ensures \valid(kept); */
void keep(void);
/*@ assigns \nothing; ensures \result == \null || \valid(\result); */
int *allocate(void)
{
    return malloc(sizeof(int));
}

void directly(void)
{
    int *p = get();
    /*@ check p == &known; */ //~ refuted assert
    /*@ check 1 == 2; */ //~ refuted assert
    *p = 3;
    /*@ check *p == 3; */
}

void through_a_pointer(void)
{
    int *p = 0;
    get_through(&p);
    *p = 4;
    /*@ check *p == 4; */
    /*@ check 1 == 2; */ //~ refuted assert
}

void in_a_record(void)
{
    struct pair two = get_two();
    *two.first = 1;
    *two.second = 2;
    /*@ check *two.first == 1; */
    /*@ check 1 == 2; */ //~ refuted assert
}

void in_a_global(void)
{
    keep();
    *kept = 5;
    /*@ check *kept == 5; */
    /*@ check 1 == 2; */ //~ refuted assert
}

void with_a_body(void)
{
    int *p = allocate();
    if (p) {
        *p = 6;
        /*@ check 1 == 2; */ //~ refuted assert
    }
}
