// A function without body may write globals, keep pointers, follow them, free what it reaches, call back.
#include <stdlib.h>

int shared;
static int own;
struct node { int value; struct node *next; };

void unseen(void);
void keep(int *p);
void walk(struct node *list);

void set_own(void) { own = 1; }

void global(void)
{
    shared = 1;
    unseen();
    //@ assert shared == 1; //~ unknown assert, should be refuted: what unseen code does is not known
}

void called_back(void)
{
    own = 0;
    unseen();
    //@ assert own == 0; //~ unknown assert, should be refuted: what unseen code does is not known
}

void kept(void)
{
    int x = 1;
    keep(&x);
    x = 2;
    unseen();
    //@ assert x == 2; //~ unknown assert, should be refuted: what unseen code does is not known
}

void followed(void)
{
    struct node b = { 1, 0 }, a = { 0, &b };
    walk(&a);
    //@ assert b.value == 1; //~ unknown assert, should be refuted: what unseen code does is not known
}

void freed(void)
{
    int *p = malloc(sizeof *p);
    if (!p)
        return;
    keep(p);
    *p = 1; //~ unknown use-after-free, should be refuted: what unseen code does is not known
}

// What nobody else can reach stays.
int untouched(void)
{
    int x = 1;
    unseen();
    //@ assert x == 1;
    return x;
}
