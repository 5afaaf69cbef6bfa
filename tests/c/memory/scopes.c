// An object dies when its scope is left, however it is left.
#include <alloca.h>

int inside(void)
{
    int *p;
    {
        int x = 3;
        p = &x;
        return *p;
    }
}

int outside(void)
{
    int *p;
    {
        int x = 3;
        p = &x;
    }
    return *p; //~ refuted use-after-free
}

int by_goto(int n)
{
    int *p;
    {
        int x = n;
        p = &x;
        goto out;
    }
out:
    return *p; //~ refuted use-after-free
}

static int *of_a_local(void)
{
    int x = 1;
    int *p = &x;
    return p;
}

int returned(void)
{
    return *of_a_local(); //~ refuted use-after-free
}

static int *of_alloca(void)
{
    int *p = alloca(sizeof *p);
    *p = 1;
    return p;
}

int returned_alloca(void)
{
    return *of_alloca(); //~ refuted use-after-free
}

int alloca_in_its_function(void)
{
    int *p = alloca(2 * sizeof *p);
    p[1] = 4;
    return p[1];
}
