//! options: --property unreach-call
// A pointer from outside is followed where nobody asks whether it is valid: it may point to whatever has its type, and others can know. What
// it changes is one scalar: in a first version it changed all of one size in an element together, and one change excluded the others.
#include <stdlib.h>
void reach_error(void);
extern void *__VERIFIER_nondet_pointer(void);

struct cell { int first; long wide; int *pointer; int row[2]; };
struct far { struct cell *next; };
int named;
int many[3];
static int own;
static int seen;

int main(void)
{
    struct cell *cell = malloc(sizeof(struct cell));
    int *address = &seen;
    int hidden = 1, *anywhere = __VERIFIER_nondet_pointer();
    cell->first = cell->wide = cell->row[1] = 1;
    cell->pointer = address;
    named = many[2] = own = seen = 1;
    *anywhere = 0;
    if (cell->first != 1)
        reach_error(); //~ unknown unreachable, should be refuted: a run through a pointer of unknown origin is approximated
    if (cell->row[1] != 1)
        reach_error(); //~ unknown unreachable, should be refuted: a run through a pointer of unknown origin is approximated
    if (named != 1)
        reach_error(); //~ unknown unreachable, should be refuted: a run through a pointer of unknown origin is approximated
    if (many[2] != 1)
        reach_error(); //~ unknown unreachable, should be refuted: a run through a pointer of unknown origin is approximated
    if (seen != 1)
        reach_error(); //~ unknown unreachable, should be refuted: a run through a pointer of unknown origin is approximated
    // Neither of another type, nor what nobody else can know.
    if (cell->wide != 1 || cell->pointer != address)
        reach_error();
    if (own != 1 || hidden != 1)
        reach_error();
    // It is 0 or 1: nothing else was stored.
    if (seen != 0 && seen != 1)
        reach_error();

    // What is loaded is any value, each time.
    if (*anywhere != *anywhere)
        reach_error(); //~ unknown unreachable, should be proved: loads through pointers of unknown origin are not compared
    if (*anywhere == 5)
        reach_error(); //~ unknown unreachable, should be refuted: a run through a pointer of unknown origin is approximated
    return 0;
}
