// Functions of the library write through their arguments: nothing here is proved.
#include <stdio.h>
#include <string.h>
#include <time.h>

void scanned(void)
{
    int x = 0;
    scanf("%d", &x);
    //@ assert x == 0; //~ unknown assert, should be refuted: what is read is not modelled
}

void printed(void)
{
    char text[4] = "abc";
    snprintf(text, 4, "%d", 12);
    //@ assert text[0] == 'a'; //~ unknown assert, should be refuted: what is printed is not modelled
}

void overrun(void)
{
    char text[4];
    sprintf(text, "%d", 123456); //~ unknown bounds, should be refuted: lengths of what is printed are not known
}

void line(void)
{
    char text[4] = "abc";
    fgets(text, 100, stdin); //~ unknown bounds, should be refuted: a line may be that long
}

void clock_read(void)
{
    time_t now = 1;
    time(&now);
    //@ assert now == 1; //~ unknown assert, should be refuted: the time is not modelled
}

void filled(void)
{
    int *p = 0;
    memset(&p, 0xff, sizeof p);
    //@ assert p == 0; //~ unknown assert, should be refuted: bytes of a pointer are not followed
}
