// Qualifiers below a pointer are part of its type: choices by type once ignored them.
#include <assert.h>

struct holder { const char *text; };

void told_apart(void)
{
    const int fixed = 1;
    int free = 1;
    const int *reads = &fixed;
    assert(_Generic(&fixed, int *: 1, default: 2) == 2);
    assert(_Generic(&free, const int *: 1, int *: 2) == 2);
    assert(_Generic(reads, int *: 1, default: 2) == 1); //~ refuted assert
    assert(_Generic("text", const char *: 1, char *: 2) == 2);
    assert(_Generic(fixed, int: 1, default: 2) == 1);
}

void compared(void)
{
    assert(!__builtin_types_compatible_p(char *, const char *));
    assert(__builtin_types_compatible_p(int, const int));
    assert(__builtin_types_compatible_p(int *, const int *)); //~ refuted assert
}
