// Records as values: assignment, arguments, results, fields that are arrays.
#include <string.h>

struct point { int x, y; };
struct line { struct point ends[2]; char name[4]; };

static struct point swapped(struct point p)
{
    struct point q = { p.y, p.x };
    p.x = 0;
    return q;
}

void as_values(void)
{
    struct point a = { 1, 2 }, b = a;
    b.x = 7;
    //@ assert a.x == 1 && b.x == 7 && b.y == 2;
    b = swapped(a);
    //@ assert a.x == 1 && b.x == 2 && b.y == 1;
}

void nested(void)
{
    struct line l = { { { 1, 2 }, { 3, 4 } }, "ab" }, m;
    m = l;
    m.ends[1].y = 9;
    //@ assert l.ends[1].y == 4 && m.ends[1].y == 9 && m.name[1] == 'b';
}

void copied(void)
{
    struct line l = { { { 1, 2 }, { 3, 4 } }, "ab" }, m;
    memcpy(&m, &l, sizeof m);
    //@ assert m.ends[1].x == 3 && m.name[0] == 'a';
    memset(&l, 0, sizeof l);
    //@ assert l.ends[0].x == 0 && l.name[0] == 0 && m.ends[0].x == 1;
}

void wrong(void)
{
    struct point a = { 1, 2 }, b = a;
    struct point *p = &b;
    p->x = 5;
    //@ assert a.x == 5; //~ refuted assert
}
