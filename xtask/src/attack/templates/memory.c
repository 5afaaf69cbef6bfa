Programs that break their memory, or just do not.

//# memory array-index
‹T=int¦char¦long¦short¦struct @S›
struct @S { int a, b; };
‹static ¦›$T @g[‹N=#2..5›$N];
static int @index(int n) { return n‹ + 1¦ - 1¦›; }
//# body
    $T l[$N];
    $T *p = ‹@g¦l›;
    p[0] = @g[0];
    ‹@g¦l¦p›[@index(‹0¦1¦$N - 1¦$N - 2¦$N›)] = p[0];

//# memory off-by-one
‹T=int¦char¦long›
//# body
    $T a[‹N=#1..5›$N];
    for (int i = 0; i ‹<¦<=¦<¦!=› $N; i++)
        a[i] = i;
    (void)a;

//# memory heap-index
#include <stdlib.h>
‹T=int¦char¦long¦short›
//# body
    int n = ‹#1..4›;
    $T *p = ‹malloc(n * sizeof *p)¦malloc(n * sizeof($T))¦calloc(n, sizeof($T))›;
    if (!p)
        $STOP;
    p[‹n - 1¦n¦0¦1¦n / 2›] = 1;
    free(p);

//# memory wrong-size
#include <stdlib.h>
‹T=int¦long¦short›
//# body
    $T *p = malloc(‹4¦8¦2¦sizeof p¦sizeof *p¦3 * sizeof(char)›);
    if (!p)
        $STOP;
    *p = 1;
    free(p);

//# memory use-after-free
#include <stdlib.h>
struct @N { int v; struct @N *next; };
//# body
    struct @N *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    if (!a || !b) {
        free(a);
        free(b);
        $STOP;
    }
    a->v = b->v = 1;
    a->next = b;
    b->next = ‹a¦0›;
    free(‹a¦b›);
    ‹¦b->v = 2;¦a->v = 3;›
    ‹¦free(a);¦free(b);›

//# memory free-twice
#include <stdlib.h>
//# body
    int *p = malloc(sizeof *p), *q = ‹p¦malloc(4)¦0›;
    free(p);
    if (‹0¦1›)
        free(q);

//# memory free-not-start
#include <stdlib.h>
//# body
    char *p = malloc(4), *q = p;
    if (!p)
        $STOP;
    q += ‹#0..2›;
    q -= ‹#0..1›;
    free(q);

//# memory null
‹T=int¦struct @S›
struct @S { int a, b; };
static $T @g;
static $T *@find(int n) { return n > ‹#1..3› ? &@g : 0; }
//# body
    $T *p = @find(‹#0..5›);
    ‹*p = @g;¦if (p) *p = @g;¦(void)*p; @g = *p;¦if (!p) $STOP; @g = *p;›

//# memory dangling-local
static int *@p;
static void @set(void) { ‹static ¦›int x = 1; @p = &x; }
//# body
    int z = 0;
    {
        ‹static ¦›int y = 2;
        ‹@set();¦@p = &y;¦@p = &z;›
    }
    *@p = 3;

//# memory intermediate-pointer
//# body
    int a[4] = { 0 };
    int *p = a + ‹#2..4›;
    int *q = p - ‹#0..2›;
    q[‹#0..2›] = 1;

//# memory strings
//# body
    char s[] = "‹abc¦ab¦›";
    char *p = s;
    while (*p)
        p++;
    p‹[0]¦[-1]¦[1]› = 'x';

//# memory list
#include <stdlib.h>
struct @N { ‹int¦char¦long› v; struct @N *next; };
//# body
    struct @N *head = 0;
    for (int i = 0; i < ‹#1..3›; i++) {
        struct @N *n = malloc(sizeof *n);
        if (!n)
            break;
        n->v = i;
        n->next = head;
        head = n;
    }
    ‹¦if (head) head->next = head->next;›
    while (head) {
        ‹struct @N *next = head->next; free(head); head = next;¦free(head); head = head->next;›
    }

//# memory byte-view
‹T=int¦long¦short›
//# body
    $T x[2] = { 0 };
    unsigned char *b = (unsigned char *)‹x¦&x[1]›;
    b[‹#0..9›] = 1;
    (void)x;

//# memory wide-view
‹T=int¦long¦short›
//# body
    union { long align; unsigned char b[8]; } s = { 0 }, t = { 0 };
    *($T *)(s.b) = 1;
    *($T *)‹t.b¦&t.b[‹0¦4¦8›]› = 2;

//# memory rows
//# body
    int m[2][3] = { { 0 } };
    int (*p)[3] = m;
    p += ‹#0..2›;
    (*p)[‹#0..2›] = 1;

//# memory integer-round-trip
#include <stdint.h>
//# body
    int a[3] = { 0 };
    uintptr_t n = (uintptr_t)a;
    n += ‹#0..4› * sizeof(int);
    *(int *)n = 1;

//# memory member-array
#include <stdlib.h>
struct @S { int n; int a[‹N=#1..3›$N]; };
//# body
    struct @S *s = malloc(sizeof *s‹¦ + 8›);
    if (!s)
        $STOP;
    int *p = s->a;
    p[‹0¦$N - 1¦$N + 2›] = 1;
    free(s);

//# memory variable-length
//# body
    int n = ‹#1..4›;
    int a[n];
    a[‹0¦n - 1¦n¦n / 2›] = 1;
    (void)a;

//# memory pointer-array
#include <stdlib.h>
//# body
    int *p[3] = { 0 };
    int n = ‹#1..3›;
    for (int i = 0; i < n; i++)
        p[i] = malloc(sizeof(int));
    if (p[0] && (n < 2 || p[1]) && (n < 3 || p[2]))
        *p[‹#0..2›] = 1;
    for (int i = 0; i < ‹2¦3›; i++)
        free(p[i]);

//# memory literal-write
//# body
    char a[] = "abc", *s = ‹a¦"abc"¦a + 1›;
    s[‹#0..1›] = 'x';

//# memory const-write
static ‹const ¦›int @c = ‹#1..9›;
static int @m;
//# body
    int *p = ‹(int *)&@c¦&@m›;
    *p = 3;

//# memory free-what-is-not-allocated
#include <stdlib.h>
static int @g;
//# body
    int x = 0, *p = malloc(sizeof *p);
    if (!p)
        $STOP;
    free(‹p¦&x¦&@g¦p + 1¦(char *)p¦0›);

//# memory freed-by-callee
#include <stdlib.h>
struct @B { int *data; int n; };
static void @drop(struct @B *b) { free(b->data); ‹b->data = 0;¦› b->n = 0; }
//# body
    struct @B b = { malloc(8), 2 };
    if (!b.data)
        $STOP;
    b.data[‹#0..1›] = 1;
    @drop(&b);
    ‹¦@drop(&b);¦if (b.data) b.data[0] = 2;¦if (b.n) b.data[0] = 2;›

//# memory struct-tail
#include <stdlib.h>
#include <string.h>
struct @H { unsigned char len; unsigned char data[]; };
//# body
    unsigned char raw[‹#2..6›] = { ‹#1..4› };
    struct @H *h = (struct @H *)raw;
    for (int i = 0; i < h->len; i++)
        h->data[i] = i;
    (void)raw;
