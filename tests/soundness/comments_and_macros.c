// Comments are space to the preprocessor. While annotations were kept by keeping all comments, macros saw them.
#include <assert.h>

#define A 1
/* before a directive */ #undef A
/* before a directive */ #define A 2
#define next(x) (x + 1)
#define text(x) #x
#define MINUS -a

int (next)(int x) { return x; }

void directives(void)
{
    assert(A == 1); //~ refuted assert
}

void calls(void)
{
    assert(next /* a comment */ (3) == 3); //~ refuted assert
}

void texts(void)
{
    assert(sizeof(text(/* nothing */)) != 1); //~ refuted assert
}

void signs(void)
{
    int a = 3;
    assert(-MINUS == 2); //~ refuted assert
}
