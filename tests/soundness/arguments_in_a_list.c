//! options: --property unreach-call
// A format may write to an argument that comes in a list: this was once proved.
#include <stdarg.h>
#include <stdio.h>
void reach_error(void);

static void report(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vprintf(format, list); //~ unknown unreachable
    va_end(list);
}

int main(void)
{
    int written = 0;
    report("some%n", &written);
    if (written != 0)
        reach_error();
    return 0;
}
