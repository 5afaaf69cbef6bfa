//! options: --check assert
// An address can be handed to unseen code as an integer, too.
#include <assert.h>

struct message { int kind; unsigned long data; };
union word { int *pointer; long number; };
void as_argument(unsigned long);
void later(void);
void in_memory(struct message *);
long kept;

void argument(void)
{
    int x = 1;
    as_argument((unsigned long)&x);
    assert(x == 1); //~ unknown assert, should be refuted: what unseen code does is not known
}

void through_a_global(void)
{
    int x = 1;
    kept = (long)&x;
    later();
    assert(x == 1); //~ unknown assert, should be refuted: what unseen code does is not known
}

void through_a_record(void)
{
    int x = 1;
    struct message m = { 0, (unsigned long)&x };
    in_memory(&m);
    assert(x == 1); //~ unknown assert, should be refuted: what unseen code does is not known
}

void through_a_union(void)
{
    int x = 1;
    union word w;
    w.pointer = &x;
    as_argument(w.number);
    assert(x == 1); //~ unknown assert, should be refuted: what unseen code does is not known
}
