// Operands, arguments and initialisers were once evaluated from left to right, as an assumption at best.
#include <assert.h>

static int total;

static int add(int by)
{
    total += by;
    return total;
}

static int pick(int a, int b)
{
    return a;
}

/*@ requires \valid(at);
    assigns *at;
    ensures *at == value && \result == value; */
static int put(int *at, int value)
{
    *at = value;
    return value;
}

void arguments(void)
{
    total = 0;
    int first = pick(total, add(1)); //~ unknown
    total = 0;
    first = pick(add(1), add(2)); //~ unknown
}

void operands(void)
{
    total = 0;
    int sum = total + add(1); //~ unknown
    total += add(1); //~ unknown
    int x = 1;
    sum = x + put(&x, 2); //~ unknown
}

void side_effects(void)
{
    int a[3] = { 0, 0, 0 }, i = 0;
    i = i++; //~ unknown
    a[i] = i++; //~ unknown
    int sum = i++ + i++; //~ unknown
}

void initialisers(void)
{
    total = 0;
    int a[2] = { add(1), add(2) }; //~ unknown
}

void only_where_it_runs(int c)
{
    int i = 0;
    if (c && !c)
        i = i++;
    assert(i == 0);
}

struct pair {
    int left, right;
};

void any_order(void)
{
    int a[3] = { 1, 2, 3 }, b[3], i = 0, j = 0, x = 1;
    struct pair pair = { 1, 2 }, *p = &pair;
    b[j++] = a[i++];
    assert(b[0] == 1 && i == 1 && j == 1);
    x = put(&x, 5) + a[1];
    assert(x == 7);
    p->left = p->right++;
    assert(pair.left == 2 && pair.right == 3);
    x = (i++, i) + (j == 1 && j++ == 1 ? j : 0);
    assert(x == 4);
    total = 0;
    x = add(add(2)) + a[0];
    assert(x == 5);
}
