//! options: --check assert
// A pointer from outside may be laid over a global array of the members of what it points to, and over characters.
#include <assert.h>

struct pair { int first, second; };
struct letters { char first, second; };
struct single { int only; };
int numbers[10], number;
char text[10], letter;

void over_numbers(struct pair *p)
{
    numbers[5] = 1;
    p->second = 2;
    assert(numbers[5] == 1); //~ unknown assert, should be refuted: places between elements are not exact
}

void over_characters(struct letters *p)
{
    text[5] = 1;
    p->second = 2;
    assert(text[5] == 1); //~ unknown assert, should be refuted: places between elements are not exact
}

void over_one(struct single *p)
{
    number = 1;
    p->only = 2;
    assert(number == 1); //~ unknown assert, should be refuted: places between elements are not exact
}

void by_a_number(int *p)
{
    text[5] = 1;
    *p = 2;
    assert(text[5] == 1); //~ unknown assert, should be refuted: places between elements are not exact
}

void too_large(struct pair *p)
{
    letter = 1;
    p->second = 2;
    assert(letter == 1);
}
