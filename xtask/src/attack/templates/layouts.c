Records and arrays whose layout is not plain.

//# value flexible-member
#include <stdlib.h>
‹T=int¦char¦long¦short›
struct @S { ‹int¦char¦long› n; $T a[‹¦0›]; };
//# body
    int n = ‹#1..4›;
    struct @S *s = malloc(sizeof *s + n * sizeof($T));
    if (!s)
        $STOP;
    s->n = n;
    for (int i = 0; i < n; i++)
        s->a[i] = i * ‹#1..9›;
    long sum = s->n * 100 + s->a[n - 1]‹¦ + sizeof *s›;
    free(s);
    @observe(sum);

//# value trailing-one
#include <stdlib.h>
‹T=int¦char¦short›
struct @S { int n; $T a[1]; };
//# body
    struct @S *s = malloc(sizeof *s + 4 * sizeof($T));
    if (!s)
        $STOP;
    s->n = 3;
    $T *a = s->a;
    a[0] = ‹#1..9›;
    ‹¦s->a[0] += 3;›
    long sum = s->n + a[0];
    free(s);
    @observe(sum);

//# value packed
struct ‹__attribute__((packed)) ¦›@S { char c; ‹T=int¦long¦short›$T x; char d; }‹ __attribute__((packed))¦¦ __attribute__((packed, aligned(2)))›;
//# body
    struct @S s[2] = { { 1, ‹#1..9›, 3 }, { 4, ‹#1..9›, 6 } };
    s[1].x += s[0].x;
    @observe(sizeof s * 100 + s[‹#0..1›].x + s[‹#0..1›].d + (int)((char *)&s[1] - (char *)s) + (int)((char *)&s[0].d - (char *)&s[0]));

//# value packed-bytes
struct @S { char c; ‹T=int¦short¦long›$T x; } __attribute__((packed));
//# body
    struct @S s = { 1, ‹#1..70000› };
    unsigned char *b = (unsigned char *)&s;
    ‹¦b[1] = ‹#1..99›;¦b[2] ^= 1;›
    @observe(s.x * 3ll + b[‹#0..2›]);

//# value aligned
‹T=char¦short¦int›
struct @S { $T a; $T b __attribute__((aligned(‹4¦8¦16›))); $T c; };
static $T @g __attribute__((aligned(32))) = ‹#1..9›;
//# body
    struct @S s = { 1, 2, 3 };
    @observe(sizeof s * 1000 + _Alignof(struct @S) * 10 + ((unsigned long)&@g % ‹8¦16¦32›) + (int)((char *)&s.c - (char *)&s) + @g + s.b);

//# value bit-fields
struct @S { ‹U=unsigned¦int¦unsigned char¦signed char¦short›$U a : ‹#1..7›; ‹unsigned¦int› b : ‹#1..20›; ‹unsigned¦int¦_Bool› c : 1; ‹¦int : 0; ›‹unsigned¦int› d : ‹#2..30›; };
//# body
    struct @S s = { 0 };
    s.a = ‹#-70..70›;
    s.b = ‹#-70000..70000›;
    s.c = ‹#0..3›;
    s.d = s.a ‹+¦-› s.b;
    ‹¦s.a++;¦s.b--;¦s.d <<= 1;¦s.b |= 5;¦s.a = s.d = ‹#1..99›;›
    @observe(s.a + s.b * 3ll + s.c * 5 + s.d * 7ll + sizeof s * 1000);

//# value wide-bit-fields
struct @S { ‹U=unsigned long¦long¦unsigned long long›$U a : ‹W=#33..63›$W; $U b : ‹#1..31›; ‹unsigned¦long› c : ‹#20..32›; };
//# body
    struct @S s = { 0 };
    s.a = ‹#1..70000› * ‹1¦65537l¦4294967296ll›;
    s.b = ‹#-9..70000›;
    ‹¦s.a++;¦s.a <<= ‹#1..9›;¦s.a -= s.b;¦s.c = s.a;›
    @observe(‹s.a¦s.a >> 3¦s.a + s.b + s.c¦(s.a << 20) >> 20¦(s.a + 1) / 3¦s.a > s.b¦sizeof s + s.c›);

//# value bit-field-promotion
struct @S { unsigned a : ‹#1..31›; unsigned long b : ‹#3..40›; int c : ‹#2..8›; unsigned d : 32; };
//# body
    struct @S s = { ‹#0..9›, ‹#0..9›, ‹#-3..3›, ‹#0..3› };
    @observe((s.a - ‹#0..9› < 0) + (s.b - ‹#5..9› < 0) * 2 + (s.c < s.d) * 4 + ((s.a << 4) > 3) * 8 + (~s.a < 0) * 16);

//# value bit-field-bytes
struct @S { unsigned a : ‹#3..9›, b : ‹#3..9›, c : ‹#3..9›; };
//# body
    union { struct @S s; unsigned n; unsigned char b[sizeof(struct @S)]; } u = { .n = 0 };
    u.s.a = ‹#0..300›; u.s.b = ‹#0..300›; u.s.c = ‹#0..300›;
    ‹¦u.b[0] ^= ‹#1..99›;¦u.n += ‹#1..9›;›
    @observe(u.n * 2ll + u.s.b + u.s.a * 3 + u.s.c * 7);

//# value union-puns
union @U { ‹T=int¦long¦short¦unsigned›$T t; ‹V=unsigned char¦signed char¦unsigned short›$V v[2]; unsigned long n; struct { char lo, hi; } parts; };
//# body
    union @U u = { .n = 0 };
    u.t = ‹#-70000..70000›;
    ‹¦u.v[‹#0..1›] = ‹#-9..99›;¦u.parts.hi += ‹#1..9›;¦union @U w = u; w.t++; u = w;›
    @observe(‹u.t¦u.v[0] * 3 + u.v[1]¦u.parts.lo + u.parts.hi * 300¦u.t + u.v[1]›);

//# value union-in-struct
struct @S { int tag; union { int i; ‹short s[2]¦unsigned char c[4]¦float f›; struct { short lo, hi; } h; } u; ‹int last; ¦›};
static int @read(‹const struct @S *s¦struct @S *s›) { return s->tag == 0 ? s->u.i : s->u.h.lo + s->u.h.hi; }
//# body
    struct @S s = { ‹#0..1›, { ‹#1..70000› } };
    ‹¦s.u.h.lo = ‹#1..9›;›
    struct @S t = s;
    ‹t.u.i++;¦t.tag = 1 - t.tag;›
    @observe(@read(&s) * 3ll + @read(&t));

//# value anonymous-members
struct @S { int a; struct { int b; union { int c; unsigned char d[4]; }; }; ‹struct { int e; } in[2];¦int e;› };
//# body
    struct @S s = { ‹#1..9›, { ‹#1..9›, { ‹#1..1000› } } };
    s.d[‹#0..1›] = ‹#1..9›;
    s.b += s.c;
    @observe(s.a + s.b * 10 + s.c * 3 + sizeof s);

//# value two-records-over-one-block
#include <stdlib.h>
struct @A { int x, y; };
struct @B { ‹long l¦short s[4]¦unsigned char c[8]¦unsigned n; int m›; };
‹M=l¦s¦c›
//# body
    void *v = malloc(sizeof(struct @A) + sizeof(struct @B));
    if (!v)
        $STOP;
    struct @A *a = v;
    a->x = ‹#1..70000›;
    a->y = ‹#1..70000›;
    struct @B *b = v;
    unsigned char first = *(unsigned char *)b;
    ‹*(short *)b = ‹#1..99›;¦*(long *)b = ‹#1..99›;¦*b = (struct @B){ ‹3¦4› };¦((unsigned char *)b)[5] = 7;›
    long sum = a->x * 3l + a->y + first;
    free(v);
    @observe(sum);

//# value pool-reuse
#include <stddef.h>
struct @A { int x; int y; };
struct @B { long l; };
static union { long align; unsigned char bytes[32]; } @pool;
static size_t @used;
static void *@take(size_t n)
{
    void *p = &@pool.bytes[@used];
    @used += (n + 7) / 8 * 8;
    return p;
}
//# body
    struct @A *a = @take(sizeof *a);
    a->x = ‹#1..9›;
    a->y = ‹#1..9›;
    ‹@used = 0;¦›
    struct @B *b = @take(sizeof *b);
    b->l = ‹#1..9›;
    @observe(a->x * 100 + a->y * 10 + b->l);

//# value struct-copies
struct @In { char c; short s; };
struct @S { ‹char¦int› a; struct @In in[2]; ‹long¦char› z; };
static struct @S @make(int n) { struct @S s = { n, { { n + 1, n + 2 }, { n + 3, n + 4 } }, n + 5 }; return s; }
static struct @S @id(struct @S s) { s.a++; return s; }
//# body
    struct @S s = @make(‹#1..9›), t;
    t = ‹s¦@id(s)¦*&s¦(s.a ? s : @make(1))›;
    t.in[0] = ‹s.in[1]¦(struct @In){ 7, 8 }¦@make(4).in[1]›;
    @observe(s.a + t.a * 10 + t.in[0].s * 100 + s.in[0].s * 1000 + t.z + @id(t).a);

//# value struct-arrays
struct @S { ‹short¦int¦char› a[2]; char b; };
//# body
    struct @S s[3] = { [1] = { { 1, 2 }, 3 }, [‹0¦2›].b = 4 };
    struct @S *p = s + ‹#0..2›;
    p->a[1] = ‹#1..9›;
    *(p->a) += ‹#1..9›;
    struct @S (*q)[3] = &s;
    @observe((*q)[1].a[1] + s[0].b + s[2].a[0] * 10 + (int)sizeof(s) * 100 + s[1].a[0] * 7);

//# value two-dimensional
‹T=int¦short¦long¦unsigned char›‹R=#2..3›‹K=#2..4›
‹static ¦›$T @m[$R][$K]‹¦ = { { 1 }, { 2 } }›;
static long @sum($T ‹a[$R][$K]¦a[][$K]¦(*a)[$K]›) { long s = 0; for (int i = 0; i < $R; i++) for (int j = 0; j < $K; j++) s = s * 3 + a[i][j]; return s; }
//# body
    $T (*row)[$K] = &@m[‹#0..1›];
    (*row)[‹#0..1›] = ‹#1..9›;
    *(@m[1] + 1) += ‹#1..9›;
    **@m += 1;
    @observe(@sum(@m) + sizeof @m[0] * sizeof(@m) / sizeof($T));

//# value char-arrays
‹static ¦›char @s[] = "‹abc¦x¦hello›";
//# body
    char t[8] = "‹ab¦12345¦›", u[] = { 'a', 'b', 0 };
    t[‹#0..2›] = ‹'z'¦0¦65›;
    @s[0]++;
    const char *p = "‹one¦two› ""‹three¦›";
    @observe(sizeof @s * 1000 + t[1] + @s[0] * 3 + p[‹#0..3›] * 7 + u[1] + sizeof u + t[7]);

//# value offsets
#include <stddef.h>
struct @S { char a; ‹short¦int¦long¦char› b[‹#1..3›]; struct { char c; ‹int¦long¦short› d; } e; ‹char f; ¦unsigned g : 3; ¦›};
//# body
    struct @S s = { 0 };
    char *p = (char *)&s;
    *(p + offsetof(struct @S, e.c)) = ‹#1..99›;
    @observe(s.e.c + offsetof(struct @S, b) * 100 + offsetof(struct @S, e.d) * 1000 + sizeof s * 100000);

//# memory flexible-bounds
#include <stdlib.h>
‹T=int¦char¦long¦short›
struct @S { ‹int¦long› n; $T a[]; };
//# body
    int n = ‹#1..4›;
    struct @S *s = malloc(sizeof *s + n * sizeof($T));
    if (!s)
        $STOP;
    s->n = n;
    s->a[‹n - 1¦n¦0¦n + 1¦n / 2›] = 1;
    free(s);

//# memory partly-allocated
#include <stdlib.h>
#include <stddef.h>
struct @S { ‹int¦long› a; int b; char c[‹#1..9›]; };
//# body
    struct @S *s = malloc(‹offsetof(struct @S, c)¦offsetof(struct @S, b)¦sizeof *s¦sizeof s->a + sizeof s->b›);
    if (!s)
        $STOP;
    s->a = 1;
    ‹s->b = 2;¦s->c[0] = 3;¦¦*&s->b = 4;›
    free(s);

//# memory unknown-length
‹T=int¦char¦long›
extern $T @a[];
static $T @get(int i) { return @a[i]; }
$T @a[‹N=#2..4›$N] = { 1 };
//# body
    $T x = @get(‹$N - 1¦$N¦0¦1›);
    (void)x;
