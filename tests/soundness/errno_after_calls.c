// Any function of the library may set `errno` (C11 7.5p3): all of these were once proved.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
void unseen(void);

void allocated(void)
{
    errno = 0;
    void *memory = malloc(8);
    free(memory);
    { int same = errno == 0; /*@ assert same; */ } //~ unknown assert, should be refuted: the library may leave anything there
}

void measured(void)
{
    errno = 0;
    strlen("text");
    { int same = errno == 0; /*@ assert same; */ } //~ unknown assert, should be refuted: the library may leave anything there
}

void filled(void)
{
    char text[8];
    errno = 0;
    memset(text, 0, sizeof text);
    { int same = errno == 0; /*@ assert same; */ } //~ unknown assert, should be refuted: the library may leave anything there
}

void through_a_pointer(void)
{
    size_t (*measure)(const char *) = strlen;
    errno = 0;
    measure("text");
    { int same = errno == 0; /*@ assert same; */ } //~ unknown assert, should be refuted: the library may leave anything there
}

void elsewhere(void)
{
    errno = 0;
    unseen();
    { int same = errno == 0; /*@ assert same; */ } //~ unknown assert, should be refuted: other files may call the library
}

void kept(void)
{
    errno = 3;
    { int same = errno == 3; /*@ assert same; */ }
    int saved = errno;
    free(malloc(8));
    errno = saved;
    { int same = errno == 3; /*@ assert same; */ }
}
