// What was in memory before the function was entered points to none of its own variables, though their addresses get there
// later. Such runs were once shown as failing.
#include <stdlib.h>

struct node { struct node *next; int value; };
int *row[4];

/*@ requires \valid(p) && \valid(*p) && \separated(p, *p); */
void through_memory(int **p)
{
    int x = 1;
    **p = 2;
    //@ assert x == 1;
    *p = &x;
}

/*@ requires \valid(h) && (*h == \null || \valid(*h)); */
void push(struct node **h)
{
    struct node *x = malloc(sizeof *x);
    if (!x)
        return;
    x->value = 7;
    x->next = *h;
    if (*h)
        (*h)->value = 3;
    //@ assert x->value == 7;
    *h = x;
}

/*@ requires 0 <= i < 4 && \valid(row[i]); */
void through_a_global(int i)
{
    int x = 1;
    *row[i] = 2;
    //@ assert x == 1;
    row[i] = &x;
}

/*@ requires \valid(p) && \valid(*p) && \valid(**p) && \separated(p, *p) && \separated(p, **p) && \separated(*p, **p); */
void after_it_was_stored(int ***p)
{
    int x = 1;
    **p = &x;
    ***p = 2;
    //@ assert x == 1; //~ refuted assert
}
