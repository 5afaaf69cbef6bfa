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

// The record after the last one.
int after_the_last(struct port *p)
{
    while (p->next)
        p = p->next;
    return p->next->baud; //~ refuted null
}

// What was allocated here holds nothing yet that the condition speaks of.
int in_new_memory(void)
{
    struct port *p = malloc(sizeof *p);
    if (p == NULL)
        return 0;
    p->next = (struct port *)8;
    struct port *q = p->next;
    return q->baud; //~ unknown bounds
}

// Links that the function changes itself.
void cut(struct port *p, struct port *other)
{
    while (p) {
        struct port *next = p->next;
        p->next = other + 1;
        p = next;
    }
    if (other)
        other->next->baud = 0; //~ unknown bounds
}
