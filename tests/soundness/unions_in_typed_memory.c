//! options: --property unreach-call
// A union that no code looks into lets its record be typed memory. Those here are looked into.
#include <stdlib.h>
#include <string.h>
void reach_error(void);
int __VERIFIER_nondet_int(void);

union word { int narrow; long wide; };
struct by_name { int before; union word word; };
struct by_pointer { int before; union { int narrow; long wide; } word; };
struct by_bytes { int before; union { int narrow; unsigned char bytes[4]; } word; int after; };
struct unseen { int before; union { int narrow; long wide; } word; int after; };
struct other { int before; long wide; int after; };

static void named(void)
{
    struct by_name *n = malloc(sizeof(struct by_name));
    n->word.wide = 0x200000001;
    if (n->word.narrow == 1)
        reach_error(); //~ refuted unreachable
}

static void pointed(void)
{
    struct by_pointer *p = malloc(sizeof(struct by_pointer));
    long *wide = &p->word.wide;
    p->word.narrow = 1;
    *wide = 0x200000002;
    if (p->word.narrow == 2)
        reach_error(); //~ refuted unreachable
}

static void in_bytes(void)
{
    struct by_bytes *b = malloc(sizeof(struct by_bytes));
    b->word.narrow = 0x01010101;
    ((unsigned char *)b)[8] = 2;
    if (b->word.narrow != 0x01010101)
        reach_error();
    ((unsigned char *)b)[4] = 2;
    if (b->word.narrow != 0x01010101)
        reach_error(); //~ refuted unreachable
}

// The members around it are seen, in two ways.
static void around(void)
{
    struct unseen *u = malloc(sizeof(struct unseen));
    u->after = 1;
    ((struct other *)u)->after = 2;
    if (u->after == 2)
        reach_error(); //~ refuted unreachable
}

int main(void)
{
    switch (__VERIFIER_nondet_int()) {
    case 0: named(); break;
    case 1: pointed(); break;
    case 2: in_bytes(); break;
    default: around();
    }
    return 0;
}
