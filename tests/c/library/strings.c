// Functions of the library by their contracts, and those that are taken with their bodies.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

int length(void)
{
    char text[6] = "abc";
    return text[strlen(text)];
}

void without_end(void)
{
    char text[2] = { 'a', 'b' };
    strlen(text); //~ refuted requires
}

int digit(int c)
{
    if (c < 0 || c > 255 || !isdigit(c))
        return 0;
    //@ assert 0 <= c - '0' <= 9;
    return c - '0';
}

int letter(int c)
{
    if (c < 0 || c > 127)
        return 0;
    int up = toupper(c);
    //@ assert !('a' <= up <= 'z');
    return up;
}

void copied(void)
{
    char to[4];
    strcpy(to, "abc");
    //@ assert to[0] == 'a' && to[2] == 'c' && to[3] == 0;
}
