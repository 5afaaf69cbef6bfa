Attributes and linkage.

//# value constructor
static int @order‹¦ = 1›;
‹A=static¦›$A void @init(void) ‹__attribute__((constructor))¦__attribute__((__constructor__))›;
$A void @init(void) { @order = @order * 10 + ‹#2..4›; }
//# body
    @observe(@order);

//# value constructor-priority
static int @order = 1;
static void __attribute__((constructor(‹201¦205›))) @one(void) { @order = @order * 10 + 2; }
static void __attribute__((constructor(203))) @two(void) { @order = @order * 10 + 3; }
//# body
    @observe(@order);

//# value destructor
static int @state = 1;
static void __attribute__((destructor)) @fini(void) { @observe(@state); }
//# body
    @state = ‹#2..9›;

//# value cleanup
static int @log = 1;
static void @done(‹T=int¦long¦short›$T *p) { @log = @log * 10 + *p; }
static int @work(int n)
{
    $T x __attribute__((cleanup(@done))) = ‹#1..4›;
    ‹{ $T y __attribute__((__cleanup__(@done))) = 5; if (n > 2) return @log; x++; }¦x += n;¦for (int i = 0; i < n; i++) { $T z __attribute__((cleanup(@done))) = i; if (i == 1) ‹break¦continue›; }¦if (n == 1) goto out; x = 7; out: ;›
    return @log;
}
//# body
    int r = @work(‹#0..3›);
    @observe(@log * 100 + r);

//# value alias
int @real(int x) { return x * ‹#2..9›; }
int @other(int x) __attribute__((alias("@real")));
‹static ¦›int @value = ‹#1..9›;
//# body
    @observe(@other(@value));

//# value alias-variable
int @real = ‹#1..9›;
extern int @same __attribute__((alias("@real")));
//# body
    @same = ‹#10..19›;
    @observe(@real);

//# value weak-defined
int __attribute__((weak)) @f(int x) { return x + ‹#1..9›; }
int @g __attribute__((weak)) = ‹#1..9›;
//# body
    @observe(@f(@g));

//# unspecified asm-label
int @counter __asm__("@label") = ‹#1..9›;
extern int @view __asm__("@label");
//# body
    @view += ‹#1..9›;
    @observe(@counter);

//# value scalar-storage-order
struct __attribute__((scalar_storage_order("‹big¦little›-endian"))) @S { ‹int¦short¦long› a; ‹unsigned short¦int› b; };
//# body
    struct @S s = { ‹#1..70000›, ‹#1..9› };
    unsigned char *p = (unsigned char *)&s;
    @observe(p[0] * 1000 + p[‹#1..3›] + s.a * 7ll);

//# value harmless
static int ‹__attribute__((noinline)) ¦__attribute__((unused)) ¦__attribute__((const)) ¦__attribute__((pure)) ¦inline ¦__attribute__((always_inline)) inline ¦__attribute__((cold)) ¦__attribute__((hot)) ›@f(int x ‹__attribute__((unused))¦›) { return ‹x + 1¦3¦x * x›; }
static int @g __attribute__((‹unused¦used¦section(".data.@g")¦aligned(16)¦__unused__›)) = ‹#1..9›;
//# body
    @observe(@f(@g));

//# value vector
typedef int @V __attribute__((vector_size(16)));
//# body
    @V a = { 1, 2, ‹#1..9›, 4 }, b = { ‹#1..9›, 1, 1, 1 };
    @V c = a ‹+¦*¦-› b;
    @observe(c[0] + c[‹#1..3›] * 10);

//# value mode
typedef ‹int¦unsigned› @T __attribute__((mode(‹QI¦HI¦DI¦SI›)));
//# body
    @T x = ‹#-70000..70000›;
    x += ‹#1..70000›;
    @observe(sizeof x * 1000003ll + x);

//# value transparent-union
typedef union { int *i; unsigned *u; } @U __attribute__((transparent_union));
static int @get(@U u) { return *u.i; }
//# body
    int x = ‹#1..9›;
    unsigned y = ‹#1..9›;
    @observe(@get(‹&x¦&y›));

//# value atexit-order
#include <stdlib.h>
static int @log = 1;
static void @one(void) { @log = @log * 10 + 2; ‹@observe(@log)›; }
static void @two(void) { @log = @log * 10 + 3; }
//# body
    atexit(@one);
    atexit(@two);
    @log = ‹#1..5›;

//# value tentative
‹static ¦›int @g;
int @before(void) { return @g; }
‹extern ›int @h;
int @g2;
int @h = ‹#1..9›;
int @g2;
//# body
    int r = @before();
    @g = @h + @g2;
    @observe(r * 100 + @g);

//# value static-locals
static int @next(void) { static int n‹ = 3¦›; static ‹short¦int› *p; static ‹short¦int› v = 1; ‹if (n == 1) p = 0;¦› (void)p; v *= 2; return n++ + v; }
static int @other(void) { static int n = 10; return n += ‹#1..3›; }
//# body
    int a = @next(), b = @other(), c = @next(), d = @other();
    @observe(a + b * 100 + c * 10000 + d * 1000000);

//# value shadowing
static int @x = ‹#1..9›;
int @y = ‹#1..9›;
static int @f(void) { return @x; }
//# body
    int r = @x;
    int x = ‹#1..9›, @y = ‹#1..9›;
    {
        extern int @y;
        int x = ‹#10..19›;
        r += x * 3 + @y;
    }
    @observe(r * 100 + x + @f() + @y * 7);

//# value inline-functions
static inline int @twice(int x) { return x + x; }
static inline __attribute__((‹gnu_inline¦always_inline¦unused›)) int @thrice(int x) { return 3 * x; }
//# body
    @observe(@twice(‹#1..9›) + ‹@thrice(2)¦@twice(3)›);

//# value constant-builtins
//# body
    int x = ‹#1..9›;
    @observe(__builtin_popcount(‹#0..255›) + __builtin_clz(‹#1..999›) * 10 + __builtin_ctz(‹#1..999›) * 100 + __builtin_expect(x, 1) + __builtin_choose_expr(‹0¦1›, 5, 6) + __builtin_types_compatible_p(int, ‹int¦long›) + __builtin_ffs(‹#0..9›) + __builtin_parity(‹#0..9›) + __builtin_bswap16(‹#1..999›) + (x < 20 ? 0 : 1));

//# value overflow-builtins
//# body
    ‹T=int¦short¦unsigned¦signed char¦long›$T r = 0;
    int o = __builtin_‹add¦sub¦mul›_overflow(‹#-70000..70000›, ‹#-70000..70000›, &r);
    @observe(o * 1000003ll + r);
