Code that is not there: gcc gets it after `//# elsewhere`, Invar does not.

//# open writes-global
‹D,A=void,¦int n,0›
int @g‹¦ = 3›;
‹extern ¦›void @other($D);
void @target(void)
{
    @g = 1;
    @other($A);
    CHECK(@g == 1);
}
//# elsewhere
void @other($D) { @g = 2; }
//# driver
    @target();

//# open writes-through-argument
‹T=int¦long¦short›
void @other(‹P=$T¦void¦const void›$P *p);
void @target(void)
{
    $T x‹ = 0¦[2] = { 0 }›;
    *($T *)&x = 1;
    @other(‹($T *)&x¦(void *)&x›);
    CHECK(*($T *)&x == 1);
}
//# elsewhere
void @other($P *p) { *($T *)p = 2; }
//# driver
    @target();

//# open keeps-pointer
‹T=int¦long¦short›
void @keep($T *p);
void @poke(void);
void @target(void)
{
    $T x = 0;
    @keep(&x);
    x = 1;
    @poke();
    CHECK(x == 1);
}
//# elsewhere
static $T *@kept;
void @keep($T *p) { @kept = p; }
void @poke(void) { *@kept = 2; }
//# driver
    @target();

//# open keeps-static
‹T=int¦long›
static $T @s;
void @keep($T *p);
void @poke(void);
void @arm(void) { @keep(&@s); }
void @target(void)
{
    @s = 1;
    @poke();
    CHECK(@s == 1);
}
//# elsewhere
static $T *@kept;
void @keep($T *p) { @kept = p; }
void @poke(void) { if (@kept) *@kept = 2; }
//# driver
    @arm();
    @target();

//# open calls-back
static int @s;
static void @hook(void) { @s = ‹#2..9›; }
void @with(void (*f)(void));
void @target(void)
{
    @s = 1;
    @with(‹@hook¦&@hook›);
    CHECK(@s == 1);
}
//# elsewhere
void @with(void (*f)(void)) { f(); }
//# driver
    @target();

//# open calls-back-later
static int @s;
static void @hook(void) { @s++; }
void @with(void (*f)(void));
void @fire(void);
void @target(void)
{
    @with(@hook);
    @s = 1;
    @fire();
    CHECK(@s == 1);
}
//# elsewhere
static void (*@f)(void);
void @with(void (*f)(void)) { @f = f; }
void @fire(void) { @f(); }
//# driver
    @target();

//# open calls-exported
static int @s;
void @exported(void) { @s = 5; }
void @other(void);
void @target(void)
{
    @s = 1;
    @other();
    CHECK(@s == 1);
}
//# elsewhere
void @other(void) { @exported(); }
//# driver
    @target();

//# open result
‹T=int¦long¦unsigned char¦short›‹D,A=void,¦int m,1›
$T @other($D);
void @target(void)
{
    $T a = @other($A), b = @other($A);
    CHECK(‹a == b¦a != 2 || b != 1¦a < b›);
}
//# elsewhere
$T @other($D) { static $T n = 3; return --n; }
//# driver
    @target();

//# open result-pointer
‹T=int¦long›
$T @g;
$T *@other(void);
void @target(void)
{
    $T *p = @other();
    @g = 1;
    *p = 2;
    CHECK(@g == 1);
}
//# elsewhere
$T *@other(void) { return &@g; }
//# driver
    @target();

//# open main-and-unseen
int @g;
void @other(void);
int @main(void)
{
    @g = 1;
    @other();
    CHECK(@g == 1);
    return 0;
}
//# elsewhere
void @other(void) { @g = 2; }
//# driver
    @main();

//# open extern-variable
extern ‹T=int¦long¦const int›$T @e;
int @main(void)
{
    CHECK(@e == ‹0¦1›);
    return 0;
}
//# elsewhere
$T @e = 5;
//# driver
    @main();

//# open extern-pointer
extern int *@p;
int @g;
int @main(void)
{
    @g = 1;
    *@p = 2;
    CHECK(@g == 1);
    return 0;
}
//# elsewhere
int *@p = &@g;
//# driver
    @main();

//# open harmless-main
‹T=int¦long¦short›
/*@ requires \valid(p) && \valid(q); */
void @target($T *p, $T *q)
{
    *p = 1;
    *q = 2;
    CHECK(*p == 1);
}
int @main(void)
{
    $T a, b;
    @target(&a, &b);
    return 0;
}
//# driver
    $T x;
    @target(&x, &x);

//# separate private-static-unseen
static int @s;
void @other(void);
void @target(void)
{
    @s = 1;
    @other();
    CHECK(@s == 1);
}
//# elsewhere
void @other(void) { }
//# driver
    @target();

//# separate local-unseen
void @other(int);
void @target(int n)
{
    int x = n;
    @other(x);
    CHECK(x == n);
}
//# elsewhere
void @other(int n) { }
//# driver
    @target(3);

//# value assembler-output
//# body
    int x = ‹#1..9›;
    __asm__ ‹¦volatile ›("movl $7, %0" : "=‹r¦m›"(x));
    @observe(x);

//# value assembler-memory
static int @g = ‹#1..9›;
//# body
    int x = ‹#1..9›, *p = ‹&x¦&@g›;
    __asm__ volatile("movl $7, (%0)" : : "r"(p) : "memory");
    @observe(x * 10 + @g);

//# value assembler-barrier
static int @g = ‹#1..9›;
//# body
    int x = ‹#1..9›;
    __asm__ volatile("" ‹¦: : : "memory"›);
    @observe(x);
