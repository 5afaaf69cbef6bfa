// The standard promises the sign of `strcmp` and the truth of `isalpha`. Their numbers were once those of one implementation.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void order_of_strings(void)
{
    int found = strcmp("left", "right");
    //@ assert found < 0;
    //@ assert found == -6; //~ unknown assert, should be refuted: the library chooses the number
}

void order_of_bytes(void)
{
    int found = memcmp("z", "y", 1);
    //@ assert found > 0;
    //@ assert found == 1; //~ unknown assert, should be refuted: the library chooses the number
}

void letter(void)
{
    int found = isalpha('q');
    //@ assert found != 0;
    //@ assert found == 1; //~ unknown assert, should be refuted: the library chooses the number
}

int decided_by_truth(void)
{
    return isspace(' ') && !isspace('x') && 0 == strcmp("same", "same");
}

void random_number(void)
{
    int number = rand();
    //@ assert number >= 0;
    //@ assert number != 4; //~ unknown assert, should be refuted: the library chooses the number
}

void parsed(void)
{
    long number = atol("12");
    //@ assert number == 12; //~ unknown assert, should be proved: `atol` is not modelled
}
