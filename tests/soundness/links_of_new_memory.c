// What is asked of all records says nothing of those that are made, or changed, here.
#include <stdlib.h>
struct port {
    struct port *next;
    int baud;
};
static struct port *ports;

void add(struct port *p) { p->next = ports, ports = p; }

// Twice the last one.
int twice(struct port *p)
{
    while (p)
        p = p->next;
    return p->baud; //~ unknown null
}

void cut(struct port *p, struct port *other)
{
    struct port *first = p;
    while (p) {
        struct port *next = p->next;
        p->next = other + 1;
        p = next;
    }
    if (first)
        first->next->baud = 0; //~ unknown bounds
}
