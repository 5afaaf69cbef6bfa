Conversions of values and of pointers.

//# value chain
‹A=signed char¦unsigned char¦short¦unsigned short¦int¦unsigned¦long¦unsigned long¦char¦_Bool›
‹B=signed char¦unsigned char¦short¦unsigned short¦int¦unsigned¦long¦unsigned long¦char›
‹C=signed char¦unsigned char¦short¦unsigned short¦int¦unsigned¦long long¦unsigned long long›
‹static ¦›long long @start = ‹#-70000..70000›‹¦ * 65537LL›;
//# body
    $A a = ($A)@start;
    $B b = ‹($B)¦›a;
    $C c = ‹($C)¦›‹b¦-b¦~b¦!b›;
    @observe(‹c¦(long long)c¦($A)c›);

//# value sign-of-cell
‹T,U=signed char,unsigned char¦unsigned char,char¦short,unsigned short¦int,unsigned¦long,unsigned long¦unsigned,int¦unsigned short,short›
‹static ¦›$T @a[4] = { ‹#-9..9›, ‹#-9..9›, -1, ‹#-300..300› };
//# body
    $U *p = ($U *)@a;
    ‹¦p[‹#0..3›] = -‹#1..9›;›
    ‹¦p[‹#0..3›] += ‹#1..99›;›
    @observe((long long)p[‹#0..3›] ‹+¦-› @a[‹#0..3›]);

//# value width-of-cell
‹T=int¦long¦unsigned¦unsigned long¦short›‹U=unsigned char¦signed char¦short¦unsigned short›
//# body
    $T x = ‹#-70000..70000›;
    $U *p = ($U *)&x;
    ‹¦p[0] = ‹#-99..99›;›
    @observe((long long)p[0]‹¦ + x›);

//# value wide-over-narrow
‹U,N=unsigned char,8¦unsigned short,4¦int,2¦signed char,8¦short,4›
//# body
    union { long long align; $U a[$N]; } s = { 0 };
    for (int i = 0; i < $N; i++)
        s.a[i] = i * ‹#1..50› ‹+¦-› ‹#0..9›;
    long long *p = (long long *)s.a;
    ‹¦*p += ‹#1..70000›;›
    @observe(*p ^ s.a[‹#0..1›]);

//# value pointer-integer-round-trip
#include <stdint.h>
‹T=int¦long¦short¦unsigned char›
‹static ¦›$T @a[4] = { ‹#1..9›, ‹#1..9›, ‹#1..9›, ‹#1..9› };
//# body
    ‹I=uintptr_t¦unsigned long¦intptr_t¦long¦unsigned long long›$I n = ($I)‹&@a[1]¦(@a + 1)¦(void *)(@a + 1)›;
    ‹¦n += sizeof($T);¦n -= sizeof *@a;¦n = n + 2 * sizeof($T) - sizeof($T);›
    $T *p = ($T *)n;
    ‹¦*p = ‹#10..19›;›
    @observe(*p + @a[1] * 3);

//# value pointer-integer-tags
#include <stdint.h>
‹T=int¦long›
struct @N { $T v; struct @N *next; };
//# body
    struct @N n = { ‹#1..9›, 0 };
    uintptr_t tagged = (uintptr_t)&n | ‹K=1¦2¦3›$K;
    struct @N *p = (struct @N *)(tagged & ~(uintptr_t)3);
    p->v += ‹#1..9›;
    @observe(n.v + (long)(tagged & 3));

//# value pointer-through-bytes
#include <string.h>
‹T=int¦long¦short¦unsigned char›
//# body
    $T x = ‹#1..9›, y = ‹#1..9›;
    $T *p = ‹&x¦&y›, *q = &x;
    ‹memcpy(&q, &p, sizeof p);¦for (unsigned i = 0; i < sizeof p; i++) ((char *)&q)[i] = ((char *)&p)[i];¦memmove((void *)&q, &p, sizeof q);¦unsigned char raw[sizeof p]; memcpy(raw, &p, sizeof p); memcpy(&q, raw, sizeof q);›
    *q += 10;
    @observe(x * 100 + y);

//# value pointer-through-union
#include <stdint.h>
‹T=int¦long›
union @U { $T *p; uintptr_t n; unsigned char b[sizeof(void *)]; };
//# body
    $T x = ‹#1..9›, y[3] = { 1, 2, 3 };
    union @U u;
    u.p = ‹&x¦y¦y + 1›;
    ‹¦u.n += 0;¦union @U w = u; u = w;¦u.n ^= 12; u.n ^= 12;›
    *u.p = ‹#10..19›;
    @observe(x * 1000 + y[0] * 100 + y[1] * 10 + y[2]);

//# value xor-swap-of-pointers
#include <stdint.h>
//# body
    int x = ‹#1..9›, y = ‹#1..9›;
    uintptr_t a = (uintptr_t)&x, b = (uintptr_t)&y;
    a ^= b; b ^= a; a ^= b;
    *(int *)‹a¦b› = ‹#10..19›;
    @observe(x * 100 + y);

//# value first-member
‹T=int¦long¦short¦unsigned char›
struct @In { $T a; $T b; };
struct @S { ‹F=$T x;¦struct @In in;›$F long tail; };
//# body
    struct @S s = { .tail = 5 };
    $T *p = ($T *)&s;
    *p = ‹#1..99›;
    struct @S *back = (struct @S *)p;
    back->tail++;
    @observe(*($T *)‹back¦&s¦(void *)&s› * 10 + s.tail);

//# value container-of
#include <stddef.h>
‹T=int¦long¦short›
struct @L { struct @L *next; };
struct @S { $T a; struct @L link; $T b; };
//# body
    struct @S s = { ‹#1..9›, { 0 }, ‹#1..9› };
    struct @L *l = &s.link;
    struct @S *p = (struct @S *)((char *)l - offsetof(struct @S, link));
    p->b += ‹#1..9›;
    @observe(p->a * 100 + s.b);

//# value void-generic
#include <string.h>
‹T=int¦long¦short¦unsigned char¦struct @S›
struct @S { int v; };
static void @copy(void *to, const void *from, unsigned long n)
{
    ‹memcpy(to, from, n);¦char *t = to; const char *f = from; while (n--) *t++ = *f++;¦memmove(to, from, n);›
}
//# body
    $T x, y;
    memset(&x, ‹#0..3›, sizeof x);
    memset(&y, 0, sizeof y);
    @copy(&y, &x, sizeof x);
    @observe(*‹(unsigned char *)¦(signed char *)›&y * 2 + sizeof y);

//# value function-pointer-round-trip
static int @add(int a, int b) { return a + b; }
static int @sub(int a, int b) { return a - b; }
typedef int (*@F)(int, int);
//# body
    ‹void (*raw)(void) = (void (*)(void))‹@add¦@sub›;¦void *raw = (void *)‹@add¦@sub›;¦@F table[2] = { @add, @sub }, raw = table[‹#0..1›];›
    @F f = (@F)raw;
    @observe(f(‹#1..9›, ‹#1..9›));

//# value float-conversions
//# body
    ‹D=double¦float›$D d = ‹#-900..900› / ‹2¦4¦8›.0‹¦f›;
    ‹I=int¦long¦signed char¦short›$I i = ($I)(d / 8);
    @observe(i * 10 + (d ‹<¦>¦==› i) + (int)($D)i);

//# value bool-conversions
//# body
    ‹T=int¦long¦unsigned char¦double›$T x = ‹#-2..2›;
    _Bool b = ‹x¦x == 0¦(_Bool)(x * 2)¦!x›;
    b ‹+=¦|=¦-=¦^=¦*=› ‹#0..2›;
    @observe(b + sizeof b * 10);

//# value enum-cells
enum @E { @A = ‹-1¦0¦5›, @B = ‹#6..300›, @C };
//# body
    enum @E e[2] = { @C, @A };
    ‹T=int¦unsigned›$T *p = ($T *)e;
    *p ‹= @B¦+= 1¦= -3›;
    @observe((long long)(int)e[0] * 7 + (int)e[1]);

//# value array-of-arrays-flat
‹T=int¦short¦unsigned char›
//# body
    $T m[3][4];
    $T *p = ‹&m[0][0]¦($T *)m›;
    for (int i = 0; i < 12; i++)
        ((‹$T¦$T›(*)[4])m)[i / 4][i % 4] = i * ‹#1..5›;
    ‹¦m[1][‹#0..3›] = ‹#1..9›;›
    @observe(*(p + ‹#0..3›) + m[‹#0..2›][‹#0..3›] * 100);

//# value negative-index
‹T=int¦long¦short¦unsigned char›
//# body
    $T a[5] = { 1, 2, 3, 4, 5 };
    $T *p = a + ‹#2..4›;
    p[-‹#1..2›] = ‹#10..19›;
    ‹unsigned¦int¦long› k = ‹#0..2›;
    @observe(*(p - k) * 1000 + a[0] + a[1] * 3 + a[2] * 5 + a[3] * 7 + (p - a) * 11);

//# value compare-mixed
//# body
    ‹A=int¦long¦short¦signed char¦char›$A a = ‹#-5..5›;
    ‹B=unsigned¦unsigned long¦unsigned short¦unsigned char¦unsigned long long›$B b = ‹#0..5›;
    @observe((a < b) + (a == b) * 2 + (a - b > 0) * 4 + (a + b < ‹3¦3u¦3ul›) * 8);

//# value byte-order
‹T=int¦long¦short¦unsigned›
//# body
    $T x = ‹#0..70000›;
    unsigned char *b = (unsigned char *)&x, sum = 0;
    for (unsigned i = 0; i < sizeof x; i++)
        sum = sum * 3 + b[i];
    @observe(sum);
