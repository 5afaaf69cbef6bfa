// Only a constant zero, or one that is cast to `void *` once, takes the type of the other side of `?:`.
#include <assert.h>

int main(void)
{
    int x = 0;
    assert(sizeof(*(1 ? (void *)(1 - 1) : &x)) == sizeof(int));
    assert(sizeof(*(1 ? (void *)(void *)0 : &x)) == 1);
    assert(sizeof(*(1 ? (const void *)0 : &x)) == 1);
    assert(sizeof(*(1 ? (void *)((long)x * 0l) : &x)) == 1);
    assert(sizeof(*(1 ? (void *)0 : &x)) == 1); //~ refuted assert
    return 0;
}
