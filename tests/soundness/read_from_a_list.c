//! options: --property unreach-call
// `vscanf` writes to arguments in a list: this was once proved.
#include <stdarg.h>
#include <stdio.h>
void reach_error(void);

static void read_number(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vscanf(format, list); //~ unknown unreachable
    va_end(list);
}

int main(void)
{
    int number = 0;
    read_number("%d", &number);
    if (number != 0)
        reach_error();
    return 0;
}
