// Functions that nobody wrote a contract for are proved if callers pass pointers to enough memory.
struct pair {
    int first, second;
};

int get(const struct pair *p) //~ conditional
{
    return p->first;
}

void set(struct pair *p, int value) //~ conditional
{
    if (p)
        p->second = value;
}

int add(int a, int b)
{
    return a < 1000 && b < 1000 && a > -1000 && b > -1000 ? a + b : 0;
}

int sum(const int *a, int n) //~ conditional
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s ^= a[i];
    return s;
}

int third(const int *a) //~ conditional
{
    return a[2];
}

struct buffer {
    unsigned char *data;
    unsigned len, cap;
};

void put(struct buffer *b, unsigned char c) //~ conditional
{
    if (b->len < b->cap) {
        b->data[b->len] = c;
        b->len++;
    }
}

static const int table[8] = {1, 2, 3, 4, 5, 6, 7, 8};

int look(int i) //~ conditional
{
    return table[i];
}
