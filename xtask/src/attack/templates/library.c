Calls of the C library: what the standard promises, and no more.

//# value string-length
#include <string.h>
//# body
    char s[16] = "‹abc¦¦hello world¦x›";
    ‹¦s[‹#0..3›] = 0;¦s[2] = 'q';›
    @observe(strlen(s) * 100 + ‹strlen("four")¦strnlen(s, ‹#0..9›)¦sizeof s›);

//# value string-copy
#include <string.h>
//# body
    char s[16] = "‹abc¦hello¦›", t[16] = "zzzzzzzz";
    ‹strcpy(t, s);¦strncpy(t, s, ‹#1..9›);¦strcat(strcpy(t, "12"), s);¦memcpy(t, s, ‹#1..16›);¦memmove(t + 2, t, ‹#1..9›);¦strncat(t, s, ‹#1..9›);¦memset(t, ‹#0..99›, ‹#0..16›);›
    long sum = 0;
    for (int i = 0; i < 12; i++)
        sum = sum * 3 + t[i];
    @observe(sum);

//# value string-search
#include <string.h>
//# body
    char s[] = "‹a,b,c¦hello world¦aaa¦one=two›";
    char *p = ‹strchr(s, ‹','¦'o'¦'='¦'l'›)¦strrchr(s, ‹','¦'o'¦'a'›)¦strstr(s, "‹o¦lo¦aa¦,b¦zz›")¦strpbrk(s, "‹,=¦ol¦z›")¦memchr(s, 'o', ‹#1..4›)›;
    @observe(p ? p - s : -1);

//# value string-compare
#include <string.h>
//# body
    char s[8] = "‹abc¦abd¦ab¦b¦›";
    int c = ‹strcmp(s, "‹abc¦abd¦a¦›")¦strncmp(s, "‹abc¦abd¦a›", ‹#0..4›)¦memcmp(s, "abcd", ‹#0..3›)›;
    @observe((c > 0) - (c < 0));

//# unspecified string-compare-size
#include <string.h>
//# body
    char s[8] = "‹abx¦bc¦c›";
    @observe(‹strcmp(s, "ab")¦memcmp(s, "ab", 3)¦strncmp(s, "aba", 3)›);

//# value string-spans
#include <string.h>
//# body
    const char *s = "‹aabbcc¦12ab¦xyz¦›";
    @observe(strspn(s, "‹ab¦12¦x›") * 10 + strcspn(s, "‹b¦c¦z¦a›"));

//# value memory-parts
#include <string.h>
struct @S { ‹T=int¦short¦long¦unsigned char›$T a; $T b; $T c[3]; };
//# body
    struct @S s = { 1, 2, { 3, 4, 5 } }, t = { 0 };
    ‹memcpy(&t, &s, sizeof(struct @S));¦memcpy(&t.b, &s.a, sizeof($T));¦memcpy(t.c, s.c, ‹#1..3› * sizeof($T));¦memset(&s.b, ‹0¦-1¦1›, sizeof s.b); t = s;¦memset(s.c, 0, 2 * sizeof($T)); t = s;¦memcpy(&t.a, &s.a, 2 * sizeof s.a);¦memmove(s.c + 1, s.c, 2 * sizeof($T)); t = s;›
    @observe((long long)t.a + t.b * 10ll + t.c[0] * 100ll + t.c[1] * 1000ll + t.c[2] * 10000ll);

//# value memory-compare
#include <string.h>
‹T=int¦short¦unsigned char›
//# body
    $T a[3] = { 1, 2, ‹#1..3› }, b[3] = { 1, ‹#1..3›, 3 };
    @observe(memcmp(a, b, ‹#1..3› * sizeof($T)) == 0);

//# value character-classes
#include <ctype.h>
//# body
    int c = ‹'a'¦'Z'¦'5'¦' '¦'\n'¦'_'¦127¦0›;
    @observe(!!is‹alpha¦digit¦alnum¦space¦upper¦lower¦punct¦xdigit¦cntrl¦print›(c) * 1000 + to‹upper¦lower›(c));

//# unspecified character-class-value
#include <ctype.h>
//# body
    @observe(isalpha(‹'a'¦'Q'¦'z'›));

//# value sort
#include <stdlib.h>
‹T=int¦short¦long¦unsigned char›
static int @cmp(const void *a, const void *b)
{
    const $T *x = a, *y = b;
    return ‹(*x > *y) - (*x < *y)¦*x < *y ? -1 : *x > *y›;
}
//# body
    $T a[4] = { ‹#1..9›, ‹#1..9›, ‹#1..9›, ‹#1..9› };
    qsort(a, ‹4¦3¦2›, sizeof a[0], @cmp);
    @observe(a[0] + a[1] * 10 + a[2] * 100 + a[3] * 1000);

//# value sort-counts
#include <stdlib.h>
static int @calls;
static int @cmp(const void *a, const void *b) { @calls++; return *(const int *)a - *(const int *)b; }
//# body
    int a[3] = { ‹#1..9›, ‹#1..9›, ‹#1..9› };
    qsort(a, 3, sizeof *a, @cmp);
    @observe(@calls > 0);

//# value search
#include <stdlib.h>
static int @cmp(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
//# body
    int a[5] = { 1, 3, 5, 7, 9 }, key = ‹#0..10›;
    int *p = bsearch(&key, a, 5, sizeof *a, @cmp);
    @observe(p ? p - a : -1);

//# value reallocate
#include <stdlib.h>
‹T=int¦char¦long¦short›
//# body
    $T *p = ‹malloc(2 * sizeof *p)¦calloc(2, sizeof *p)›;
    if (!p)
        $STOP;
    p[0] = ‹#1..9›;
    p[1] = ‹#1..9›;
    $T *q = realloc(p, ‹4¦8¦2¦3› * sizeof *p);
    if (!q) {
        free(p);
        $STOP;
    }
    ‹¦q[1] += 5;›
    long sum = q[0] + q[1] * 10;
    free(q);
    @observe(sum);

//# value calloc-zero
#include <stdlib.h>
struct @S { int a; struct @S *p; char c[3]; };
//# body
    struct @S *s = calloc(‹#1..3›, sizeof *s);
    if (!s)
        $STOP;
    ‹¦s->a = ‹#1..9›;›
    int sum = s->a + (s->p == 0) * 10 + s->c[2] * 100;
    free(s);
    @observe(sum);

//# value print-to-string
#include <stdio.h>
#include <string.h>
//# body
    char b[32];
    int n = snprintf(b, ‹sizeof b¦4¦1¦6›, "‹%d¦x%dy¦%5d¦%x¦%c›", ‹#1..99›);
    @observe(n * 1000 + strlen(b) * 10 + b[0]);

//# value scan-string
#include <stdio.h>
//# body
    int a = ‹#1..9›, b = ‹#1..9›;
    int n = sscanf("‹12 34¦7¦x¦-5 6 7¦›", "%d %d", &a, &b);
    @observe(n * 10000ll + a * 100 + b);

//# value string-to-number
#include <stdlib.h>
//# body
    const char *s = "‹12¦-7¦  42x¦0x1f¦077¦¦z9›";
    char *end = 0;
    long v = ‹strtol(s, &end, ‹10¦16¦0¦8›)¦strtoul(s, &end, ‹10¦0›)›;
    @observe(v * 100 + (end - s));

//# value string-to-int
#include <stdlib.h>
//# body
    @observe(ato‹i¦l›("‹12¦-7¦  42x¦0x1f¦¦9 9›"));

//# value absolute
#include <stdlib.h>
//# body
    ‹int¦long› x = ‹#-99..99›;
    @observe(‹abs¦labs¦llabs›(x) * 10 + (div(‹#-9..9›, ‹#1..4›).rem));

//# unspecified random
#include <stdlib.h>
//# body
    srand(‹#1..99›);
    @observe(rand()‹¦ % 7¦ & 1›);

//# value exit-in-callee
#include <stdlib.h>
static void @out(int n) { if (n > ‹#1..5›) { @observe(n); exit(0); } }
//# body
    @out(‹#6..9›);
    @observe(‹#1..9›);

//# value variadic
#include <stdarg.h>
static long @sum(int n, ...)
{
    va_list ap;
    long s = 0;
    va_start(ap, n);
    ‹¦va_list other; va_copy(other, ap); s += va_arg(other, int); va_end(other);›
    for (int i = 0; i < n; i++)
        s = s * 3 + va_arg(ap, ‹T=int¦unsigned›$T);
    va_end(ap);
    return s;
}
//# body
    ‹short¦char¦int› x = ‹#1..9›;
    @observe(@sum(‹#1..3›, ‹#1..9›, x, ‹'a'¦x + 1¦(signed char)-1›));

//# value variadic-mixed
#include <stdarg.h>
static long @sum(const char *f, ...)
{
    va_list ap;
    long s = 0;
    va_start(ap, f);
    for (; *f; f++)
        switch (*f) {
        case 'i': s += va_arg(ap, int); break;
        case 'l': s += va_arg(ap, long) * 2; break;
        case 'p': s += *va_arg(ap, int *); break;
        case 'd': s += (long)va_arg(ap, double); break;
        }
    va_end(ap);
    return s;
}
//# body
    int x = ‹#1..9›;
    @observe(‹@sum("il", 3, ‹#1..9›l)¦@sum("pi", &x, ‹#1..9›)¦@sum("dl", 2.5, 4l)¦@sum("")¦@sum("ipl", x, &x, 7l)›);

//# value duplicate
#include <stdlib.h>
#include <string.h>
//# body
    char *s = ‹strdup("‹abc¦x›")¦strndup("hello", ‹#1..7›)›;
    if (!s)
        $STOP;
    s[0] = ‹'z'¦'q'›;
    int n = strlen(s) * 1000 + s[0];
    free(s);
    @observe(n);

//# value tokens
#include <string.h>
//# body
    char s[] = "‹a,b¦one two¦,,x¦›";
    int n = 0;
    for (char *p = strtok(s, "‹, ¦,›"); p; p = strtok(0, ", "))
        n = n * 10 + strlen(p);
    @observe(n);

//# value callback-once
#include <stdlib.h>
static int @seen;
static void @note(void) { @seen++; }
//# body
    atexit(@note);
    @observe(@seen);

//# value standard-streams
#include <stdio.h>
static int @g = ‹#1..9›;
//# body
    ‹printf("%d\n", @g);¦puts("x");¦putchar('x');¦fprintf(stderr, "");¦fflush(stdout);¦fputs("", stdout);›
    @observe(@g);

//# unspecified time
#include <time.h>
//# body
    @observe(‹time(0) > ‹0¦1700000000››);

//# memory string-bounds
#include <string.h>
//# body
    char s[‹#3..6›], t[8] = "‹ab¦abcd¦abcdefg›";
    ‹strcpy(s, t);¦memcpy(s, t, ‹#2..8›);¦memset(s, 0, ‹#2..8›);¦strncpy(s, t, ‹#2..8›);¦s[0] = 0; strcat(s, t);›
    (void)s;

//# memory heap-string
#include <stdlib.h>
#include <string.h>
//# body
    const char *from = "‹abc¦x¦hello›";
    char *s = malloc(strlen(from)‹ + 1¦ + 1¦›);
    if (!s)
        $STOP;
    strcpy(s, from);
    free(s);

//# memory realloc-shrink
#include <stdlib.h>
//# body
    int *p = malloc(4 * sizeof *p);
    if (!p)
        $STOP;
    p[0] = 1;
    int *q = realloc(p, ‹2¦4¦6› * sizeof *p);
    if (!q) {
        free(p);
        $STOP;
    }
    ‹q[‹#1..5›] = 2;¦›
    free(q);

//# value once
#include <pthread.h>
static pthread_once_t @once = PTHREAD_ONCE_INIT;
static int @n = ‹#1..9›;
static void @init(void) { @n += ‹#1..9›; }
//# body
    pthread_once(&@once, @init);
    ‹¦pthread_once(&@once, @init);›
    @observe(@n);

//# value raised-signal
#include <signal.h>
static int @n = ‹#1..9›;
static void @handler(int s) { @n += ‹#1..9›; }
//# body
    signal(SIGUSR1, @handler);
    raise(SIGUSR1);
    @observe(@n);

//# value linear-find
#include <search.h>
static int @calls;
static int @same(const void *a, const void *b) { @calls++; return *(const int *)a != *(const int *)b; }
//# body
    int a[4] = { 3, 1, 4, 1 }, key = ‹#1..5›;
    size_t n = 4;
    int *p = lfind(&key, a, &n, sizeof *a, @same);
    @observe(p ? p - a : 9);

//# value joined-thread
#include <pthread.h>
static int @n;
static void *@work(void *p) { @n += *(int *)p; *(int *)p = 9; return 0; }
//# body
    pthread_t t;
    int x = ‹#1..9›;
    if (pthread_create(&t, 0, @work, &x))
        $STOP;
    pthread_join(t, 0);
    @observe(@n * 10 + x);

//# value printed-count
#include <stdio.h>
//# body
    int n = ‹#1..9›, m = ‹#1..9›;
    char b[16];
    ‹sprintf(b, "abc%n", &n)¦sscanf("12 x", "%d%n", &m, &n)¦snprintf(b, 16, "%d%n", 7, &n)›;
    @observe(n * 100 + m);

//# value environment-and-globals
#include <stdlib.h>
#include <errno.h>
#include <string.h>
static int @g = ‹#1..9›;
//# body
    errno = 0;
    ‹getenv("PATH");¦strerror(1);¦abs(-3);¦errno = 5;¦system(0);›
    @observe(@g);

//# value sorted-records
#include <stdlib.h>
struct @R { int key; char tag; };
static int @cmp(const void *a, const void *b) { return ((const struct @R *)a)->key - ((const struct @R *)b)->key; }
//# body
    struct @R r[3] = { { ‹#1..3›, 'a' }, { ‹#4..6›, 'b' }, { ‹#7..9›, 'c' } };
    struct @R t = r[0];
    r[0] = r[‹#1..2›];
    ‹¦t.key = 0;›
    r[1] = t;
    qsort(r, ‹2¦3›, sizeof r[0], @cmp);
    @observe((r[0].key <= r[1].key) * 10 + (r[0].key == 0));

//# memory printed-string
#include <stdio.h>
//# body
    char s[3] = { 'a', 'b', ‹0¦'c'› };
    ‹printf("%s", s);¦puts(s);¦fputs(s, stdout);¦printf("%.2s", s);¦printf("%d %s", 1, s);›

//# memory null-string
#include <stdio.h>
#include <string.h>
static char *@text(int n) { return n > ‹#1..2› ? "abc" : 0; }
//# body
    char *s = @text(‹#0..4›);
    ‹puts(s);¦(void)!strlen(s);¦fputs(s, stdout);›
