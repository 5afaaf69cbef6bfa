// A designator for a whole part once left what earlier designators had said about its parts.
#include <assert.h>

struct point {
    int x, y;
};
struct line {
    struct point from;
    int width, dots[3];
};

static int calls;

static int one(void)
{
    calls++;
    return 1;
}

void whole_after_part(void)
{
    struct line a = { .from.x = 1, .from.y = 2, .width = 3, .width = 4, .from = { .y = 5 }, .dots = { 1, 2, 3 },
                      .dots[1] = 9 };
    assert(a.from.x == 0 && a.from.y == 5 && a.width == 4);
    assert(a.dots[0] == 1 && a.dots[1] == 9 && a.dots[2] == 3);
    struct point b[4] = { [0 ... 3] = { 1, 2 }, [2].x = 5 };
    assert(b[0].x == 1 && b[2].x == 5 && b[2].y == 2);
}

void whole_in_a_range(void)
{
    struct point a[2] = { [0 ... 1] = { 1, 2 }, [1] = { .y = 8 } }; //~ unknown assert, should be proved: it is not split
    assert(a[0].x == 1);
}

void value_that_is_not_used(void)
{
    calls = 0;
    int a[1] = { [0] = one(), [0] = 2 }; //~ unknown
    assert(calls <= 1);
}

void part_after_whole(struct point p)
{
    struct line a = { .from = p, .from.x = 1 }; //~ unknown
    assert(a.from.x == 1);
}
