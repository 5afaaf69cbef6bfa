// Conditions on what records hold: data after a header, members of members, arrays at the end, one member that bounds another.
typedef unsigned size;

struct header {
    size len, cap;
};

static unsigned char *bytes(struct header *h)
{
    return (unsigned char *)h + sizeof(struct header);
}

int sum(struct header *h) //~ conditional
{
    int s = 0;
    for (size i = 0; i < h->len; i++)
        s ^= bytes(h)[i];
    return s;
}

struct open {
    int count;
    short all[];
};

short last(struct open *o) //~ conditional
{
    return o->count > 0 ? o->all[o->count - 1] : 0;
}

struct inner {
    int *p;
    int n;
};

struct outer {
    struct inner *in;
};

int first(struct outer *o) //~ conditional
{
    return o->in->n > 0 ? o->in->p[0] : 0;
}

struct queue {
    int *items;
    int used, room;
};

int is_full(struct queue *q) //~ conditional
{
    return q->used >= q->room;
}

void push(struct queue *q, int item) //~ conditional
{
    if (q->used < 0 || q->used >= q->room)
        return;
    q->items[q->used] = item;
    q->used++;
}
