// The library's own memory: a buffer that the next call overwrites, a character that was put back. These were once proved or
// refuted.
#include <stdio.h>
#include <string.h>

int overwritten(void)
{
    char *first = strerror(1);
    char before = first[0]; //~ unknown bounds
    strerror(2);
    char after = first[0];
    //@ assert before == after; //~ unknown assert
    return before;
}

void put_back(void)
{
    ungetc('a', stdin);
    int c = getchar();
    //@ assert -1 <= c <= 255;
    //@ assert c == 'a'; //~ unknown assert, should be proved: what was put back is not modelled
}

void echoed(void)
{
    int c = putchar('a');
    //@ assert c == 'a' || c == EOF; //~ unknown assert, should be proved: the result of `putchar` is not modelled
}
