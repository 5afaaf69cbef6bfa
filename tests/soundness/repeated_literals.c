// Whether two equal literals are one object, C leaves open.
#include <assert.h>

void same_text(void)
{
    const char *a = "text", *b = "text";
    assert(a == b); //~ unknown assert, should be refuted: compilers may keep them apart
    assert(a[1] == b[1]);
}

void other_text(void)
{
    const char *a = "text", *b = "text";
    assert(a != b); //~ unknown assert, should be refuted: compilers may make them one
}

void once(void)
{
    const char *a = "only here", *b = a;
    assert(a == b);
}
