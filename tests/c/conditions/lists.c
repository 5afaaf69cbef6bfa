// Lists that globals and parameters lead to: what callers are asked for is said of all records of the type.
#include <stdlib.h>
#include <string.h>
struct port {
    struct port *next;
    char *name;
    int baud;
};
struct table {
    struct port *first;
    int count;
};
static struct port *ports;

void add(struct port *p) //~ conditional
{
    p->next = ports;
    ports = p;
}

struct port *with_baud(int baud) //~ conditional
{
    struct port *p = ports;
    while (p != NULL) {
        if (p->baud == baud)
            return p;
        p = p->next;
    }
    return NULL;
}

int length(struct port *p) //~ conditional
{
    int n = 0;
    for (; p; p = p->next)
        n++;
    return n;
}

void set_all(struct table *t, int baud) //~ conditional
{
    for (struct port *p = t->first; p != NULL; p = p->next)
        p->baud = baud;
}

char *named(const char *name) //~ conditional
{
    for (struct port *p = ports; p != NULL; p = p->next)
        if (p->name != NULL && strcmp(p->name, name) == 0)
            return p->name;
    return NULL;
}

// Given back one by one: that none is reached twice takes more than a condition can say.
void give_back(struct port *p)
{
    while (p) {
        struct port *next = p->next; //~ unknown, should be proved: a list that ends reaches nothing twice
        free(p);                     //~ unknown, should be proved: the same
        p = next;
    }
}
