//! options: --property unreach-call
// What is written as one integer type and read as the other of the same size is reinterpreted. It was once assumed to be in the
// range of the type it is read with, so that the run ended there.
void reach_error(void);

enum colour { RED, GREEN };
struct mixed { int count; unsigned char bytes[3]; unsigned long mask; enum colour colour; };

static int look(signed char *p) { return *p; }

int main(void)
{
    struct mixed m;
    int *count = &m.count;
    *count = 2;
    m.bytes[1] = 255;
    if (look((signed char *)&m.bytes[1]) != -1)
        reach_error();
    m.mask = ~0ul;
    long *mask = (long *)&m.mask;
    if (*mask != -1)
        reach_error();
    int *colour = (int *)&m.colour;
    *colour = -7;
    if (m.colour == 4294967289u)
        reach_error(); //~ refuted unreachable
    return 0;
}
