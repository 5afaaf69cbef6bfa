Pointers that may point to the same thing. Open templates verify `@target` for all inputs: their drivers pass objects of
the declared types, so that effective types allow what they do.

//# open parameters
‹T=int¦long¦unsigned char¦short¦unsigned¦char¦long long¦_Bool›
‹¦/*@ requires \valid(p) && \valid(q); */
›void @target($T *p, ‹¦const ›$T *q)
{
    $T before = *q;
    *p = !before;
    CHECK(*q == before);
}
//# driver
    $T x = 0, y = 0;
    @target(&x, &y);
//# driver
    $T x = 0;
    @target(&x, &x);

//# open three-parameters
‹T=int¦long¦short¦unsigned char›
void @target($T *a, $T *b, $T *c)
{
    *‹W=a¦b¦c›$W = 1;
    *a = 2;
    *b = 3;
    *c = 4;
    CHECK(*‹a == 2¦b == 3¦a + *c == 6›);
}
//# driver
    $T x = 0;
    @target(&x, &x, &x);
//# driver
    $T x = 0, y = 0;
    @target(&x, &y, &y);
//# driver
    $T x = 0, y = 0;
    @target(&x, &y, &x);

//# open parameter-global
‹T=int¦long¦unsigned¦short¦unsigned char›
$T @g‹¦ = 7›;
‹¦/*@ requires \valid(p); */
›void @target($T *p)
{
    @g = 1;
    *p = ‹#2..9›;
    CHECK(@g == 1);
}
//# driver
    @target(&@g);

//# open parameter-static-escaping
‹T=int¦long¦unsigned¦short›
static $T @g;
$T *@leak(void) { return &@g; }
void @target($T *p)
{
    @g = ‹1¦0¦5›;
    *p = ‹#10..19›;
    CHECK(@g < 10);
}
//# driver
    @target(@leak());

//# open parameter-member
‹T=int¦long¦short¦unsigned char¦unsigned›
struct @S { ‹char c; ¦›$T x; ‹$T y; ¦¦double d; ›};
‹¦/*@ requires \valid(s) && \valid(p); */
›void @target(struct @S *s, $T *p)
{
    ‹s->x = 1; *p = 2;
    CHECK(s->x == 1)¦*p = 2; s->x = 1;
    CHECK(*p == 2)¦s->x = 1; *p = 2;
    CHECK(*p == 2 && s->x != 2)›;
}
//# driver
    struct @S s = { 0 };
    @target(&s, &s.x);

//# open global-member
‹T=int¦long¦short¦unsigned char¦unsigned›
struct @S { $T x; $T y‹¦[3]›; } @s‹¦ = { 1 }›;
void @target($T *p)
{
    @s.x = 1;
    *p = 2;
    CHECK(@s.x == 1);
}
//# driver
    @target(&@s.x);

//# open nested-member
‹T=int¦long¦short¦unsigned char¦unsigned›
struct @In { ‹char pad; ¦›$T a; $T b; };
struct @Out { ‹int pad; ¦›struct @In in‹D,E=,¦[2],[1]›$D; $T last; };
void @target(struct @Out *o, ‹P,M=struct @In,p->b¦$T,*p›$P *p)
{
    o->in$E.b = 1;
    $M = 2;
    CHECK(o->in$E.b == 1);
}
//# driver
    struct @Out o = { 0 };
    struct @In *in = &o.in$E;
    void *at = sizeof($P) == sizeof *in ? (void *)in : (void *)&in->b;
    @target(&o, at);

//# open array-element
‹T=int¦long¦short¦unsigned char¦unsigned›
void @target($T a[], $T *p, int i)
{
    if (i < 0 || i > 3)
        return;
    a[i] = 1;
    *p = 2;
    CHECK(a[i] == 1);
}
//# driver
    $T a[4] = { 0 };
    @target(a, a + 2, 2);

//# open array-elements
‹T=int¦long¦short¦unsigned char¦unsigned›
void @target($T *a, unsigned i, unsigned j)
{
    a[i % 4] = 1;
    a[j % ‹4¦3›] = 2;
    CHECK(a[i % 4] == 1);
}
//# driver
    $T a[4] = { 0 };
    @target(a, 2, 2);

//# open row-and-element
‹T=int¦long¦short¦unsigned char›‹N=#2..4›
void @target($T (*m)[$N], $T *p)
{
    m[1][‹I=#0..1›$I] = 1;
    *p = 2;
    CHECK(m[1][$I] == 1);
}
//# driver
    $T m[2][$N] = { { 0 } };
    @target(m, &m[1][$I]);

//# open two-rows
‹T=int¦long¦short¦unsigned char›
void @target($T (*m)[3], $T (*r)[3])
{
    (*m)[1] = 1;
    (*r)[‹1¦2 - 1›] = 2;
    CHECK((*m)[1] == 1);
}
//# driver
    $T m[2][3] = { { 0 } };
    @target(m, &m[0]);
//# driver
    $T m[2][3] = { { 0 } };
    @target(m, &m[1]);

//# open character-view
‹T=int¦long¦short¦unsigned¦long long›
void @target($T *p, ‹C=char¦unsigned char¦signed char›$C *c)
{
    *p = 1;
    *c = 2;
    CHECK(*p == 1);
}
//# driver
    $T x = 0;
    @target(&x, ($C *)&x);

//# open character-view-reads
‹T=int¦long¦short¦unsigned¦long long›
void @target($T *p, const ‹C=char¦unsigned char›$C *c)
{
    $C before = *c;
    *p = ~*p;
    CHECK(*c == before);
}
//# driver
    $T x = 0;
    @target(&x, ($C *)&x);

//# open void-pointer
‹T=int¦long¦short›
#include <string.h>
void @target($T *p, void *v)
{
    *p = 1;
    ‹memset(v, 0, sizeof($T))¦*($T *)v = 0¦*(char *)v = 0¦memcpy(v, &($T){ 7 }, sizeof *p)›;
    CHECK(*p == 1);
}
//# driver
    $T x = 0;
    @target(&x, &x);

//# open character-view-global
‹T=int¦long¦short›
$T @g;
void @target(‹char¦unsigned char› *c)
{
    @g = 1;
    *c = 2;
    CHECK(@g == 1);
}
//# driver
    @target((void *)&@g);

//# open struct-character-view
‹T=int¦long¦short›
struct @S { $T a, b; };
void @target(struct @S *s, unsigned char *c)
{
    s->a = s->b = 1;
    c[0] = 2;
    CHECK(s->a == 1);
}
//# driver
    struct @S s;
    @target(&s, (unsigned char *)&s);

//# open union-member
‹T,U=int,float¦long,double¦int,short¦long,int›
union @U { $T t; $U u; };
void @target(union @U *x, $T *p)
{
    x->t = 1;
    *p = 2;
    CHECK(x->t == 1);
}
//# driver
    union @U x = { 0 };
    @target(&x, &x.t);

//# open pointer-to-pointer
‹T=int¦long¦short›
void @target($T **pp, $T *q)
{
    **pp = 1;
    *q = 2;
    CHECK(**pp == 1);
}
//# driver
    $T x = 0, *p = &x;
    @target(&p, &x);

//# open two-pointers-to-pointers
‹T=int¦long¦struct @S›
struct @S { int v; };
void @target($T **pp, $T **qq, $T *r)
{
    $T *before = *qq;
    *pp = r;
    CHECK(*qq == before);
}
//# driver
    $T x, y, *p = &x;
    @target(&p, &p, &y);

//# open linked-nodes
struct @N { ‹int¦long› value; struct @N *next; ‹struct @N *other; ¦›};
void @target(struct @N *a, struct @N *b)
{
    ‹a->value = 1; b->value = 2;
    CHECK(a->value == 1)¦if (!a->next) return;
    a->value = 1; a->next->value = 2;
    CHECK(a->value == 1)¦a->next = b; b->next = 0;
    CHECK(a->next == b)›;
}
//# driver
    struct @N n = { 0 };
    @target(&n, &n);
//# driver
    struct @N n = { 0 };
    n.next = &n;
    @target(&n, &n);

//# open global-pointer
‹T=int¦long¦short¦unsigned char›
$T *@where;
void @target($T *p)
{
    if (!@where)
        return;
    *@where = 1;
    *p = 2;
    CHECK(*@where == 1);
}
//# driver
    $T x = 0;
    @where = &x;
    @target(&x);

//# open global-pointer-itself
int *@where;
int @a, @b;
void @target(int **pp)
{
    @where = &@a;
    *pp = &@b;
    CHECK(@where == &@a);
}
//# driver
    @target(&@where);

//# open global-array
‹T=int¦long¦short¦unsigned char›
$T @table[‹N=#2..5›$N];
void @target($T *p)
{
    @table[‹I=#0..1›$I] = 1;
    *p = 2;
    CHECK(@table[$I] == 1);
}
//# driver
    @target(&@table[$I]);

//# open through-callee
‹T=int¦long¦short›
static void @set($T *p, $T v) { *p = v; }
‹static ¦›$T @get(const $T *p) { return *p; }
void @target($T *p, $T *q)
{
    @set(p, 1);
    @set(q, 2);
    CHECK(@get(p) == 1);
}
//# driver
    $T x = 0;
    @target(&x, &x);

//# open contract-post
‹T=int¦long¦short›
$T @g;
/*@ requires \valid(p); assigns *p, @g; ensures @g == 1; */
static void @touch($T *p)
{
    @g = 1;
    *p = 2;
}
/*@ requires \valid(p); */
void @target($T *p)
{
    @touch(p);
    CHECK(@g == 1);
}
//# driver
    @target(&@g);

//# open overlapping-records
struct @A { int x, y; };
struct @B { struct @A a; int z; };
void @target(struct @A *a, struct @B *b)
{
    a->‹F=x¦y›$F = 1;
    b->a.$F = 2;
    CHECK(a->$F == 1);
}
//# driver
    struct @B b = { 0 };
    @target(&b.a, &b);

//# open struct-copy
struct @S { int x; ‹int a[3]; ¦¦struct { int y; } in; ›};
void @target(struct @S *p, struct @S *q)
{
    p->x = 1;
    struct @S saved = { 0 };
    saved.x = 2;
    *q = saved;
    CHECK(p->x == 1);
}
//# driver
    struct @S s = { 0 };
    @target(&s, &s);

//# open loop-over-array
‹T=int¦short¦unsigned char›
void @target($T *a, $T *limit)
{
    int rounds = 0;
    *limit = 3;
    for (int i = 0; i < *limit; i++) {
        a[i] = 0;
        if (++rounds > 5)
            break;
    }
    CHECK(rounds == 3);
}
//# driver
    $T a[8] = { 0 };
    @target(a, a + 1);

//# separate separated-contract
‹T=int¦long¦short¦unsigned char›
/*@ requires \valid(p) && \valid(q) && \separated(p, q); */
void @target($T *p, $T *q)
{
    *p = 1;
    *q = 2;
    CHECK(*p == 1);
}
//# driver
    $T x = 0, y = 0;
    @target(&x, &y);

//# separate private-static
‹T=int¦long¦short¦unsigned char›
static $T @g;
void @target($T *p)
{
    @g = 1;
    *p = 2;
    CHECK(@g == 1);
}
//# driver
    $T x = 0;
    @target(&x);

//# separate private-local
‹T=int¦long¦short¦unsigned char›
void @target($T *p, ‹char *c¦int n›)
{
    $T x = 1;
    *p = 2;
    CHECK(x == 1);
}
//# driver
    $T x = 0;
    @target(&x, 0);

//# separate address-taken-later
‹T=int¦long›
static void @set($T *p) { *p = 3; }
void @target($T *p)
{
    $T x = 1;
    *p = 2;
    CHECK(x == 1);
    @set(&x);
    CHECK(x == 3);
}
//# driver
    $T y = 0;
    @target(&y);

//# separate neighbouring-members
‹T=int¦long¦short›
struct @S { $T x, y; };
void @target(struct @S *s, struct @S *t)
{
    s->x = 1;
    t->y = 2;
    CHECK(s->x == 1);
}
//# driver
    struct @S s;
    @target(&s, &s);

//# separate different-elements
‹T=int¦long¦short›
void @target($T *a, int i)
{
    if (i < 1 || i > 3)
        return;
    a[i] = 1;
    a[i - 1] = 2;
    CHECK(a[i] == 1);
}
//# driver
    $T a[4];
    @target(a, 2);

//# value closed-aliases
‹T=int¦long¦short¦unsigned char¦unsigned›
struct @S { $T x, y; $T a[3]; };
‹static ¦›struct @S @s‹¦[2]›;
‹static ¦›int @pick(int n) { return n ‹> 3¦& 1¦== 2›; }
static $T @set($T *p, $T *q, $T v) { *p = v; *q += ‹#1..9›; return *p; }
//# body
    struct @S here = { 1, 2, { 3, 4, 5 } };
    $T other = ‹#1..9›;
    $T *p = @pick(‹#0..6›) ? &here.‹x¦y¦a[‹#0..2›]› : ‹&other¦&here.a[1]›;
    $T *q = @pick(‹#0..6›) ? p : &here.‹x¦y¦a[‹#0..2›]›;
    $T r = @set(p, q, ‹#10..30›);
    @observe(here.x + here.y * 3 + here.a[0] * 5 + here.a[1] * 7 + here.a[2] * 11 + r + other);

//# value closed-heap-aliases
‹T=int¦long¦short¦unsigned char›
#include <stdlib.h>
struct @N { $T v; struct @N *next; };
static struct @N *@new($T v, struct @N *next)
{
    struct @N *n = malloc(sizeof *n);
    if (!n)
        exit(0);
    n->v = v;
    n->next = next;
    return n;
}
//# body
    struct @N *a = @new(‹#1..9›, 0), *b = @new(‹#1..9›, ‹a¦0›), *c = ‹a¦b›;
    c->v += ‹#1..9›;
    a->next = ‹b¦a¦c›;
    a->next->v += ‹#1..9›;
    long sum = a->v * 2 + b->v * 3 + c->v * 5;
    free(a);
    free(b);
    @observe(sum);

//# value closed-character-view
‹T=int¦long¦short¦unsigned¦long long¦unsigned long›
‹static ¦›$T @g = ‹#1..1000›;
//# body
    ‹C=unsigned char¦char¦signed char›$T x = ‹#-1000..1000›;
    $C *c = ($C *)‹&x¦&@g›;
    c[‹#0..1›] ‹=¦+=¦^=› ‹#0..100›;
    @observe((long long)x * 3 + @g + c[‹#0..1›]);

//# value closed-swap
‹T=int¦long¦short¦unsigned char›
static void @swap($T *a, $T *b) { ‹$T t = *a; *a = *b; *b = t;¦*a ^= *b; *b ^= *a; *a ^= *b;› }
//# body
    $T a[4] = { ‹#1..9›, ‹#1..9›, ‹#1..9›, ‹#1..9› };
    @swap(&a[‹#0..3›], &a[‹#0..3›]);
    @swap(a + ‹#0..3›, a + ‹#0..3›);
    @observe(a[0] + a[1] * 10 + a[2] * 100 + a[3] * 1000);
