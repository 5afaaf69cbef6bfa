//! options: --property unreach-call
// What a store through a pointer of unknown origin changes besides integers of its own type: memory that holds one sign only, characters
// and bit-fields in memory from `malloc`, which may be stored to as a whole, and integers of the other sign.
#include <stdlib.h>
void reach_error(void);
extern void *__VERIFIER_nondet_pointer(void);
int __VERIFIER_nondet_int(void);

struct pair { unsigned a, b; };
struct marked { unsigned low : 3; int high : 5; int after; };
struct named { char name[8]; long after; };
struct marked flags;
long number;

static void of_one_sign(int *anywhere)
{
    struct pair *pair = malloc(sizeof(struct pair));
    unsigned *second = &pair->b;
    *second = 1;
    *anywhere = -1;
    if (*second == 0xffffffff)
        reach_error(); //~ unknown unreachable, should be refuted: a run through a pointer of unknown origin is approximated
}

static void of_the_other_sign(unsigned long *anywhere)
{
    number = 1;
    *anywhere = 0x8000000000000005;
    if (number < 0)
        reach_error(); //~ unknown unreachable, should be refuted: a run through a pointer of unknown origin is approximated
    if (number == 5)
        reach_error();
}

static void over_characters(int *anywhere)
{
    char *row = malloc(8);
    row[2] = 1;
    *anywhere = 0;
    if (row[2] != 1)
        reach_error(); //~ unknown unreachable, should be refuted: a run through a pointer of unknown origin is approximated
}

static void over_a_name(int *anywhere)
{
    struct named *named = malloc(sizeof(struct named));
    named->name[5] = 1;
    named->after = 1;
    *anywhere = 0;
    if (named->name[5] != 1)
        reach_error(); //~ unknown unreachable, should be refuted: a run through a pointer of unknown origin is approximated
    if (named->after != 1)
        reach_error();
}

static void over_bit_fields(unsigned *anywhere)
{
    struct marked *marked = malloc(sizeof(struct marked));
    marked->low = flags.low = 0;
    marked->high = flags.high = 1;
    *anywhere = 0xffffffff;
    if (marked->low == 7 && marked->high == -1)
        reach_error(); //~ unknown unreachable, should be refuted: a run through a pointer of unknown origin is approximated
    if (flags.low == 7 && flags.high == -1)
        reach_error(); //~ unknown unreachable, should be refuted: a run through a pointer of unknown origin is approximated
}

static void of_a_bit_field(struct marked *anywhere)
{
    char *bytes = (char *)&flags;
    flags.low = 0;
    flags.high = 1;
    anywhere->high = 2; //~ unknown unreachable, should be proved: bit-fields are not stored through pointers of unknown origin
    if (bytes[0] == 16)
        reach_error();
}

int main(void)
{
    void *anywhere = __VERIFIER_nondet_pointer();
    switch (__VERIFIER_nondet_int()) {
    case 0: of_one_sign(anywhere); break;
    case 1: of_the_other_sign(anywhere); break;
    case 2: over_characters(anywhere); break;
    case 3: over_a_name(anywhere); break;
    case 4: over_bit_fields(anywhere); break;
    default: of_a_bit_field(anywhere);
    }
    return 0;
}
