// `va_arg` beyond the arguments, or at another type than theirs, is undefined: all of this was once proved.
#include <stdarg.h>
#include <stdio.h>

static int first(int count, ...)
{
    va_list list;
    va_start(list, count);
    int value = va_arg(list, int); //~ unknown assert
    va_end(list);
    return value & 1;
}

static void print(const char *unused, ...)
{
    va_list list;
    va_start(list, unused);
    vprintf("%d\n", list); //~ unknown assert
    va_end(list);
}

// Nothing is taken.
static int ignored(int count, ...)
{
    va_list list;
    va_start(list, count);
    vprintf("text\n", list);
    va_end(list);
    return count;
}

int main(int argc, char **argv)
{
    switch (argc) {
    case 1: return first(3);
    case 2: print("none"); break;
    }
    return ignored(0, 1.0) + ignored(0);
}
