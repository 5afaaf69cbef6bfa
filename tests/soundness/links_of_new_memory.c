// What is asked of all records says nothing of those that are made here, nor of what comes after the last one.
#include <stdlib.h>
struct port {
    struct port *next;
    int baud;
};
static struct port *ports;

void add(struct port *p) //~ conditional
{
    p->next = ports;
    ports = p;
}

int after_the_last(struct port *p)
{
    while (p)
        p = p->next;
    return p->baud; //~ unknown null
}

// Eight bytes are too few for the second member.
int too_small(void)
{
    struct port *p = malloc(8);
    int sum = 0;
    if (p == NULL)
        return 0;
    p->next = ports;
    for (; p; p = p->next)
        sum += p->baud; //~ unknown bounds
    return sum;
}
