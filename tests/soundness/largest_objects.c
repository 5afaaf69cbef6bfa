// No object has more bytes than `size_t` can count.
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

/*@ requires n > 0 && \valid(p + (0 .. n - 1)); assigns \nothing; */
void elements(long *p, size_t n)
{
    assert(n <= (size_t)-1 / 8);
}

/*@ requires \valid(p + (0 .. n - 1)) && n > 0; assigns \nothing; ensures \result == n; */
size_t bytes_and_back(int *p, size_t n)
{
    size_t bytes = n * sizeof(int);
    assert(bytes / sizeof(int) == n);
    return bytes / 4;
}

void product(void)
{
    size_t n = (size_t)-1 / 4 + 2;
    int *p = calloc(n, 4);
    assert(p == 0);
}

void allocated(size_t n)
{
    long *p = calloc(n, sizeof *p);
    if (p && n)
        assert(n <= (size_t)-1 / 8);
    free(p);
}
