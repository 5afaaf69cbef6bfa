// Where one object ends another may begin, freed memory is used again, and literals share memory: these were once proved.
#include <stdlib.h>

int first[4], second[4];

void neighbours(void)
{
    int *end = first + 4, *start = second;
    int met = end == start;
    //@ assert met == 0; //~ unknown assert, should be refuted: addresses are not modelled
}

void inside(void)
{
    int *a = first + 3, *b = second;
    int met = a == b;
    //@ assert met == 0;
}

void used_again(void)
{
    char *old = malloc(8);
    free(old);
    char *new = malloc(8);
    int met = new != 0 && old == new;
    //@ assert met == 0; //~ unknown assert, should be refuted: addresses are not modelled
}

void literals(void)
{
    const char *whole = "unhappy", *part = "happy";
    int met = whole + 2 == part;
    //@ assert met == 0; //~ unknown assert, should be refuted: addresses are not modelled
}
