// What formats of `printf` want of their arguments. Values of other types were once fine.
#include <stdio.h>

void nothing(void)
{
    puts(NULL); //~ refuted null
}

void too_much(void)
{
    char text[3] = { 'a', 'b', 'c' };
    printf("%.4s", text); //~ refuted bounds
}

void too_much_by_argument(int length)
{
    char text[3] = { 'a', 'b', 'c' };
    printf("%.*s", length, text); //~ refuted bounds
}

void missing(void)
{
    printf("%d %d", 1); //~ unknown assert
}

void missing_width(void)
{
    printf("%*d", 1); //~ unknown assert
}

void number_as_string(void)
{
    printf("%s", 1); //~ unknown assert
}

void numbers_as_string(void)
{
    int numbers[2] = { 1, 0 };
    printf("%s", numbers); //~ unknown assert //~ unknown bounds
}

void real_as_integer(void)
{
    printf("%d", 1.0); //~ unknown assert
}

void wide_as_integer(void)
{
    printf("%d", 1L); //~ unknown assert
}

void integer_as_wide(void)
{
    printf("%lu", 1); //~ unknown assert
}

void pointer_as_integer(void)
{
    int x;
    printf("%x", &x); //~ unknown assert
}

void width_of_another_type(void)
{
    printf("%*d", 1L, 2); //~ unknown assert
}

void counted(void)
{
    short count;
    printf("ab%n", &count); //~ unknown assert
}

void counted_nowhere(void)
{
    int *count = 0;
    printf("ab%n", count); //~ refuted null
}

void fine(char c, short s, unsigned u, float f)
{
    char text[3] = { 'a', 'b', 'c' };
    int count;
    printf("%.3s %.*s %.0s", text, 2, text, text);
    printf("%c %hd %u %5.2f %*d", c, s, u, f, 4, 5);
    printf("%zu %lld %ld %Lf %p%%\n", sizeof c, 1LL, 1L, 1.0L, (void *)text);
    printf("%n", &count);
}
