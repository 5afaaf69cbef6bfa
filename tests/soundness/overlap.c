// Overlap in a copy was a violated precondition of `memcpy`, and assumed away where contracts did not count.
#include <string.h>

void shift(void)
{
    char text[8] = "abcdefg";
    memcpy(text, text + 4, 4);
    memmove(text + 1, text, 4);
    memcpy(text + 1, text, 4); //~ refuted overlap
}

void copy(void)
{
    char from[4] = "abc", to[4];
    memcpy(to, from, 4);
}
