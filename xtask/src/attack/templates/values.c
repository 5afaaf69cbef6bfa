Values of expressions and objects.

//# value promotion
‹T=signed char¦unsigned char¦short¦unsigned short¦int¦unsigned¦long¦unsigned long¦long long¦char¦_Bool›
‹U=signed char¦unsigned char¦short¦unsigned short¦int¦unsigned¦long¦unsigned long¦char›
‹static ¦›$T @a = ‹#-130..260›;
//# body
    $U b = ‹#-130..260›;
    @observe((@a ‹<¦==¦>=¦!=› b ? ‹#1..9› : ‹#10..19›) + (@a ‹+¦-¦*¦&¦|¦^› b ‹>¦<¦==› ‹#-9..9›) * 100 + sizeof(@a + b));

//# value compound-assignment
‹T=signed char¦unsigned char¦short¦unsigned short¦int¦unsigned¦long¦_Bool¦char›
//# body
    $T x = ‹#-99..99›;
    ‹int¦unsigned char¦short¦long¦unsigned› y = ‹#1..99›;
    int z = ‹#0..3›;
    x ‹+=¦-=¦*=¦/=¦%=¦&=¦|=¦^=› y;
    ‹¦x = 5; x ‹+=¦-=¦*=› ‹2.5¦0.5f¦1.5›;›
    ‹x++¦--x¦x = -x¦x = ~x¦x >>= z›;
    @observe((long long)x * 3 + (x ‹<¦>› y));

//# value shifts
‹T=int¦unsigned¦long¦unsigned long¦short¦unsigned char¦signed char›
//# body
    $T x = ‹#0..9999›;
    ‹int¦unsigned¦long¦char› n = ‹#0..7›;
    @observe((x << n) + (x >> n) * 3ll + ((‹-5¦-1¦-99› >> n) * 7) + (1u << n) + sizeof(x << 1l));

//# value division
//# body
    ‹int¦long¦short¦signed char› a = ‹#-99..99›;
    ‹int¦long¦short¦unsigned char› b = ‹-7¦-1¦1¦2¦3¦10›;
    @observe(a / b * 1000 + a % b * 10 + (a / b * b + a % b == a));

//# value old-style
‹T=short¦char¦signed char¦unsigned char¦float¦unsigned short›
static int @f(a, b, c)
    $T a;
    int b;
    ‹short¦char› c;
{
    return a * 3 + b * 1000 + c;
}
//# body
    ‹int¦short¦long› x = ‹#-70..70›;
    @observe(@f(‹x¦($T)x¦‹#-200..200››, ‹#1..9›, ‹#-99..99›));

//# value old-style-no-prototype
static int @f();
static int @call(void) { return @f(‹#1..9›, ‹#1..9›); }
static int @f(int a, int b) { return a * 10 + b; }
//# body
    @observe(@call());

//# value designated
struct @S { int a; int b[3]; struct { int x, y; } c; };
//# body
    struct @S s = { ‹.b = { 1, 2, 3 }, .b[‹#0..2›] = ‹#5..9›, .a = 4¦.c.y = 3, .c.x = 4, ‹#1..9›¦1, { 2 }, .c = { 5, 6 }, .c.x = ‹#1..9›¦.b[1] = 7, 8, { 9 }, .a = ‹#1..9››, };
    int a[6] = { 1, 2, [‹#0..5›] = ‹#10..19›, [‹#0..4›] = ‹#20..29›, 3 };
    @observe(s.a + s.b[0] * 10 + s.b[1] * 100 + s.b[2] * 1000 + s.c.x * 10000 + s.c.y * 100000 + (a[0] + a[1] * 3 + a[2] * 5 + a[3] * 7 + a[4] * 11 + a[5] * 13) * 1000000ll);

//# value designated-ranges
static int @a[8] = { [‹#0..2› ... ‹#3..5›] = ‹#1..9›, [‹#2..6›] = ‹#1..9›, [7] = 1 };
static char @s[][4] = { "ab", [2] = "‹x¦yz›", "q" };
//# body
    long sum = 0;
    for (int i = 0; i < 8; i++)
        sum = sum * 10 + @a[i];
    @observe(sum * 100 + sizeof @s + @s[3][0] + @s[1][0]);

//# value nested-initialisers
struct @P { short x, y; };
struct @Q { struct @P p[2]; char s[4]; };
//# body
    struct @Q q = { ‹{ { 1, 2 }, { 3, 4 } }, "ab"¦1, 2, 3, 4, "abc"¦{ 1, 2, 3 }, { 'x' }¦.p[1] = { 5, ‹#1..9› }, .s = "q"¦.p = { [1].y = ‹#1..9› }› };
    struct @Q r[2] = { q, { .s[1] = ‹#1..9› } };
    @observe(r[0].p[0].x + r[0].p[0].y * 10 + q.p[1].x * 100 + q.p[1].y * 1000 + r[0].s[0] * 10000 + r[1].s[1] * 7 + r[0].s[3]);

//# value sequenced-effects
static int @g = ‹#1..5›;
static int @inc(int d) { @g += d; return @g; }
//# body
    int i = ‹#0..2›, a[4] = { 1, 2, 3, 4 };
    ‹int r = @inc(1); r = r * 10 + @inc(2);¦int r = (@g++, @g * 2);¦int r = @g && @inc(3) ? @g : -@g;¦int r = a[i++]; r += a[i];¦int r = @inc(@inc(1));¦int *p = a; int r = *p++; r += *p * 10;›
    @observe(r * 100 + @g * 10 + i);

//# unspecified order-of-arguments
static int @g = ‹#1..5›;
static int @inc(void) { @g += ‹#1..3›; return 0; }
static int @take(int a, int b) { return a * ‹1¦10› + b; }
//# body
    @observe(@take(@g, @inc()));

//# unspecified order-of-operands
static int @g = ‹#1..5›;
static int @inc(void) { return @g += ‹#1..3›; }
static int @dbl(void) { return @g *= ‹#2..3›; }
//# body
    @observe(@inc() - @dbl());

//# value increments
‹T=unsigned char¦signed char¦short¦unsigned¦int¦long¦_Bool¦char›
//# body
    $T x = ‹0¦1¦127¦255¦-1›;
    ‹int¦long› a = ‹x++¦++x¦x--¦--x›;
    @observe(a * 100000ll + x);

//# value pointer-arithmetic
‹T=int¦char¦short¦long¦struct @S›
struct @S { char c[3]; };
//# body
    $T a[6];
    $T *p = a + ‹#0..3›, *q = &a[‹#1..5›];
    p++;
    p += ‹#0..1›;
    @observe((q - p) * 100 + (p < q) * 10 + (p == q) + ((char *)q - (char *)a) * 1000 + (&p[1] - a));

//# value sizes
struct @S { char a; ‹int¦long¦short› b; };
//# body
    int n = ‹#1..5›, i = 0;
    char v[n], m[2][3];
    @observe(sizeof(struct @S) + sizeof v * 100 + sizeof m[0] * 1000 + sizeof(i++) * 10000 + i + sizeof 'a' * 7 + sizeof "abc" + _Alignof(‹int¦long¦char¦struct @S›) * 100000);

//# value generic-selection
//# body
    ‹char¦short¦int¦unsigned¦long¦float¦double› x = 1;
    @observe(_Generic(‹x¦x + 1¦+x¦x + 1u¦(char)x›, char: 1, short: 2, int: 3, unsigned: 4, long: 5, float: 6, double: 7, default: 8));

//# value character-constants
//# body
    @observe(‹'\377'¦'\x41'¦'\0'¦'ab'¦L'x'¦'\n'¦u'z'› * 10 + "‹\101\x42¦\0001¦a\
b›"[‹#0..1›] + sizeof("‹a¦ab\0c›" "d"));

//# value literals
//# body
    @observe(‹0x7fffffff¦0xffffffff¦2147483648¦017¦0b101¦1ull¦'a'› ‹>¦<› -1 ? ‹#1..9› : ‹#10..19›);

//# value floats
//# body
    ‹double¦float› a = ‹#-9..9› / ‹2¦4¦8›.0, b = ‹#1..9›;
    @observe((int)(a * b * 8) + (a < b) * 1000 + (a == b) * 10000 + (-0.0 == 0.0) * 100000 + (int)(a / ‹2¦4›));

//# value typedefs-and-qualifiers
typedef ‹const ¦›‹int¦short¦unsigned char› @T;
typedef @T @A[3];
static @A @a = { ‹#1..9›, ‹#1..9› };
//# body
    const @T x = ‹#1..9›;
    @T *p = &@a[‹#0..2›];
    __typeof__(x + 1) y = x ‹+¦-› *p;
    @observe(y * 10 + @a[2] + (int)sizeof(@A));

//# value long-expressions
static unsigned @h = ‹#1..99999›;
//# body
    unsigned h = @h;
    for (int i = 0; i < ‹#1..4›; i++)
        h = (h ^ (h >> ‹#1..15›)) * ‹0x45d9f3bu¦31u¦16777619u› + ‹#0..9›;
    @observe(h‹¦ % 1000¦ & 255¦ >> 16›);

//# value conditional-types
//# body
    int c = ‹#0..1›;
    ‹signed char¦short¦int› a = -‹#1..9›;
    ‹unsigned¦unsigned char¦unsigned long› b = ‹#1..9›;
    @observe((c ? a : b) ‹>¦<› 0 ? ‹#1..9› : sizeof(c ? a : b));

//# overflow arithmetic
‹T=int¦long¦short›
//# body
    $T x = ‹‹#-9..9›¦__INT_MAX__¦-__INT_MAX__ - 1¦__INT_MAX__ / 2›;
    $T y = x ‹+¦-¦*› ‹#-3..3›;
    ‹y = -y;¦y++;¦y *= 2;¦y /= -1;›
    (void)y;

//# overflow loops
//# body
    ‹int¦short¦signed char¦unsigned› x = ‹#1..99›;
    for (int i = 0; i < ‹#1..9›; i++)
        x ‹*= ‹#2..9›¦+= x * x¦-= ‹#1..999999››;
    (void)x;

//# overflow unsigned-is-fine
//# body
    unsigned x = ‹#0..9›;
    unsigned long y = x - ‹#0..20›;
    int z = (int)(x * ‹3000000000u¦7u›);
    z = z / 2 ‹+¦-› (int)(y % 100);
    (void)z;

//# overflow sums
//# body
    int x = ‹#0..70000›;
    int y = x ‹* ‹#1..70000›¦+ 2147400000¦- 2147483647›;
    (void)y;

//# unspecified one-past-the-end
static int @a[2], @b[2];
//# body
    @observe(@a + 2 == @b‹¦ || @b + 2 == @a›);

//# unspecified literals-shared
//# body
    const char *p = "abc", *q = ‹"abc"¦"xabc" + 1¦"abc\0d"›;
    @observe(p == q);

//# unspecified memory-reused
#include <stdlib.h>
#include <stdint.h>
//# body
    void *p = malloc(8);
    uintptr_t n = (uintptr_t)p;
    free(p);
    void *q = malloc(8);
    uintptr_t m = (uintptr_t)q;
    free(q);
    @observe(n == m);

//# unspecified addresses
#include <stdint.h>
static int @a, @b;
//# body
    int x = 0, y = 0;
    @observe(‹(uintptr_t)&x < (uintptr_t)&y¦((uintptr_t)&@a >> 4 & 1) == ((uintptr_t)&@b >> 4 & 3)¦(uintptr_t)&x % 64 == 12›);

//# value distinct-objects
static int @a, @b;
static void @f(void) { }
static void @g(void) { @a = 1; }
//# body
    int x, y, *p = &x;
    @observe((&@a == &@b) + (p == &y) * 2 + (p == &x) * 4 + (@f == @g) * 8 + (&@a == 0) * 16 + ((void *)p == (void *)&@a) * 32);

//# value aligned-addresses
#include <stdint.h>
//# body
    ‹T=int¦long¦short›$T x = 0, a[3];
    @observe((uintptr_t)&x % sizeof x + ((uintptr_t)&a[2] - (uintptr_t)&a[0]) * 10);

//# value negative-zero-and-limits
//# body
    ‹int¦long¦short¦signed char› x = ‹-1¦-128¦127¦0›;
    @observe((x & 0xff) + (x >> 1) * 1000 + (unsigned char)x * 7 + (x < 0u) * 100000 + -x);

//# value mixed-pointers-of-pointers
‹T=int¦short¦long›
//# body
    $T x = ‹#1..9›, y = ‹#1..9›, *p = &x, **pp = &p, ***ppp = &pp;
    ‹**pp += 1;¦*pp = &y;¦***ppp = 7; **ppp = &y;¦p = &y; **pp = 3;›
    ***ppp += 10;
    @observe(x * 100 + y);
