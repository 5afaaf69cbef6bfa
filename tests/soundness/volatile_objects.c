// Only variables were once volatile: not what pointers point to, not members; and a local that nobody can reach was.
#include <assert.h>

struct device {
    volatile int status;
    int number;
};

typedef volatile int cell;

/*@ requires \valid(p); */
void through_a_pointer(volatile int *p)
{
    int a = *p, b = *p;
    assert(a == b); //~ refuted assert
}

/*@ requires \valid(p); */
void through_a_cast(int *p)
{
    int a = *p, b = *p;
    assert(a == b);
    a = *(cell *)p;
    b = *(cell *)p;
    assert(a == b); //~ refuted assert
}

/*@ requires \valid(p); */
void member(struct device *p)
{
    int a = p->number, b = p->number;
    assert(a == b);
    a = p->status;
    b = p->status;
    assert(a == b); //~ refuted assert
}

/*@ requires \valid(p); */
void pointer_that_is_volatile(int *volatile p)
{
    int a = *p, b = *p;
    assert(a == b);
}

/*@ requires \valid(p);
    assigns *p;
    ensures *p == 1; */ //~ unknown
void set(volatile int *p)
{
    *p = 1;
}

void local_that_nobody_reaches(void)
{
    volatile int a[2] = { 1, 2 }, x = 3;
    struct device device = { 4, 5 };
    assert(a[1] == 2 && x == 3 && device.status == 4);
}
