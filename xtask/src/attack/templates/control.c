Jumps, and effects inside expressions.

//# value fallthrough
//# body
    int r = ‹#0..5›;
    switch (‹#0..5›) {
    case 0: r += 1; ‹break;¦›
    case ‹1 ... 2¦1¦2›: r *= 3;
    ‹default: r += 100; ‹break;¦›¦›
    case 4: { r -= 7; ‹break;¦› }
    case 5: r <<= 1;
    }
    @observe(r);

//# value duff
//# body
    int n = ‹#1..9›, sum = 0, i = 0, rounds = (n + 3) / 4;
    switch (n % 4) {
    case 0: do { sum += i++;
    case 3:      sum += 2 * i++;
    case 2:      sum += 3 * i++;
    case 1:      sum += 5 * i++;
            } while (--rounds > 0);
    }
    @observe(sum * 100 + i);

//# value switch-into-block
//# body
    int r = 0, x = ‹#0..4›;
    switch (x) {
        int hidden;
    case 1: hidden = 3; r = hidden; ‹break;¦›
        if (x > 10) {
    case 2: r += 10;
        } else {
    case 3: r += 100;
        }
        break;
    default: hidden = 1; r = hidden + 5;
    }
    @observe(r);

//# value backward-goto
//# body
    int n = 0, total = 0;
again:;
    int x‹ = 1¦ = n + 2›;
    x += n;
    total = total * 10 + x;
    if (++n < ‹#2..4›)
        goto again;
    @observe(total);

//# value backward-goto-pointer
//# body
    int n = 0, *p = 0, total = 0;

again:;
    int x = n;
    if (n == 0)
        p = &x;
    else
        total += *p;
    x += ‹#1..5›;
    if (++n < 3)
        goto again;
    @observe(total * 100 + x);

//# value computed-goto
//# body
    static void *table[] = { &&one, &&two, &&end };
    int r = 0, i = ‹#0..1›;
    goto *table[i];
one:
    r += 1;
    ‹goto *table[1];¦goto *&&end;¦›
two:
    r += 10;
end:
    @observe(r);

//# value interpreter
//# body
    static const unsigned char code[] = { ‹#0..1›, ‹#0..2›, ‹#0..2›, 3 };
    static void *const jump[] = { &&inc, &&dbl, &&neg, &&stop };
    int pc = 0, acc = ‹#1..5›;
    goto *jump[code[pc]];
inc: acc++; goto *jump[code[++pc]];
dbl: acc *= 2; goto *jump[code[++pc]];
neg: acc = -acc; goto *jump[code[++pc]];
stop:
    @observe(acc);

//# value statement-expression
static int @g = ‹#1..9›;
//# body
    int x = ‹#1..9›;
    int y = ({ int x = ‹#1..9›; ‹for (int i = 0; i < 3; i++) { if (i == 2) break; x += i; }¦if (x > 4) x *= 2; else @g++;¦x++;› x + @g; });
    int z = ({ ‹x++; x¦@g = 3; @g¦int *p = &x; *p += 2; *p›; }) + y;
    @observe(x + y * 100 + z * 10000ll + @g * 10);

//# value statement-expression-jump
//# body
    int r = ‹#1..9›;
    for (int i = 0; i < 4; i++)
        r += ({ if (i == ‹#0..4›) ‹break¦continue¦goto out›; i * 3; });
out:
    @observe(r);

//# value set-jump
#include <setjmp.h>
static jmp_buf @env;
static int @count;
static void @fail(int n) { @count++; if (n) longjmp(@env, n); }
//# body
    volatile int x = ‹#1..9›;
    switch (setjmp(@env)) {
    case 0:
        x += 10;
        @fail(‹#0..3›);
        @observe(x * 10 + @count);
        break;
    case ‹#1..2›:
        @observe(x * 100 + @count);
        break;
    default:
        @observe(x * 1000 + @count);
    }

//# value set-jump-loop
#include <setjmp.h>
static jmp_buf @env;
static int @n;
//# body
    int r = ‹_¦›setjmp(@env);
    if (r < ‹#1..3›) {
        @n += r + 1;
        ‹_¦›longjmp(@env, r + 1);
    }
    @observe(@n * 10 + r);

//# value comma-and-conditional
static int @log;
static int @note(int n) { @log = @log * 10 + n; return n; }
//# body
    int a = ‹#0..2›, b = ‹#0..2›;
    int r = ‹(@note(1), @note(2))¦a ? @note(1) : @note(2)¦a && @note(3)¦a || @note(4)¦(a++, b = a, a + b)¦@note(a) ? @note(b) && @note(5) : (@note(6), 7)¦(a = 2) && (b = a)¦a ?: @note(8)›;
    @observe(r + @log * 10 + a * 100000 + b * 1000000);

//# value loops
//# body
    int n = ‹#1..5›, sum = 0;
    ‹for (int i = 0; i < n; i++)¦for (int i = n; i-- > 0;)¦for (int i = 0, j = n; i < j; i++, j--)› {
        ‹if (i == 2) ‹break¦continue›;¦›
        ‹for (int k = 0; k < i; k++) { if (k == 1) ‹break¦continue›; sum += k + 1; }¦int k = i; while (k) { k--; sum++; if (sum > 5) break; }¦do { sum += 2; if (sum % 3 == 0) continue; sum++; } while (sum < i);›
        sum += i;
    }
    @observe(sum);

//# value recursion
static int @f(int n, int *count)
{
    ++*count;
    ‹return n < 2 ? n : @f(n - 1, count) + @f(n - 2, count);¦if (n <= 0) return 1; int here = n; int r = @f(n - 1, count); return r * 2 + here;¦int *p = &n; if (n > 0) { @f(n - 1, count); *p += 10; } return n;›
}
//# body
    int count = 0;
    int r = @f(‹#0..4›, &count);
    @observe(r * 100 + count);

//# value mutual-recursion
static int @odd(int n);
static int @even(int n) { return n == 0 ? 1 : @odd(n - 1); }
static int @odd(int n) { return n == 0 ? 0 : @even(n - 1); }
//# body
    @observe(@even(‹#0..5›) * 2 + @odd(‹#0..5›));

//# value main-again
static int @n;
int @main(void)
{
    if (@n++ < ‹#1..3›)
        return @main();
    @observe(@n);
    return 0;
}

//# value variable-length
static int @sum(int n, int a[n]) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }
//# body
    int n = ‹#1..4›;
    int a[n]‹D=¦[2]›$D;
    int *flat = (int *)a;
    for (int i = 0; i < n; i++)
        flat[i] = i * ‹#1..9›;
    n += 2;
    @observe(@sum(n - 2, flat) * 100 + sizeof a);

//# value compound-literals
struct @S { int a, b; };
static int @get(const struct @S *s) { return s->a * 10 + s->b; }
//# body
    struct @S *p = &(struct @S){ ‹#1..9›, ‹#1..9› };
    int *q = (int[]){ 1, ‹#1..9›, 3 };
    q[0] += ‹#1..9›;
    p->b = q[1];
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        struct @S *r = &(struct @S){ .a = i };
        r->a += ‹#1..9›;
        sum += r->a + r->b;
    }
    @observe(@get(p) + @get(&(struct @S){ 3, ‹#1..9› }) * 100 + q[0] + sum * 10000);

//# value function-tables
static int @inc(int x) { return x + 1; }
static int @dbl(int x) { return x * 2; }
static int @neg(int x) { return -x; }
static int (*const @table[])(int) = { @inc, @dbl, @neg };
struct @Op { int (*f)(int); const char *name; };
static struct @Op @ops[] = { { @dbl, "d" }, { @inc, "i" } };
static int @twice(int (*f)(int), int x) { return f(f(x)); }
//# body
    int (*f)(int) = @table[‹#0..2›];
    ‹@ops[0].f = f;¦›
    @observe(f(‹#1..9›) + @ops[‹#0..1›].f(3) * 100 + @twice(‹@inc¦@dbl¦f›, 5) * 10000);

//# value volatile-locals
//# body
    volatile int x = ‹#1..9›;
    int y = x;
    x ‹+=¦-=¦*=› ‹#1..9›;
    @observe(x * 100 + y);

//# value const-tables
static const ‹T=int¦short¦unsigned char¦long›$T @table[‹N=#3..5›$N] = { ‹#1..9›, ‹#1..9›, [2] = ‹#1..9› };
static const char *const @names[] = { "‹a¦bc›", "‹def¦g›" };
//# body
    int i = ‹#0..2›;
    @observe(@table[i] * 1000 + @table[$N - 1] * 100 + @names[‹#0..1›][0]);

//# value goto-out-of-loops
//# body
    int i, j = 0, n = 0;
    for (i = 0; i < 4; i++) {
        for (j = 0; j < 4; j++) {
            if (i * j == ‹#0..9›)
                goto found;
            n++;
        }
    }
found:
    @observe(i * 1000 + j * 100 + n);
