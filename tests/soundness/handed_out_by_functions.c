//! options: --property unreach-call
// Unseen code may call the functions of this file, and gets what they return or store for it: all of this was once proved.
void reach_error(void);
void unseen(void);

static int counter;
static char pool[16];
static int *last;
static int *hidden;
static int own;

int *get_counter(void) { return &counter; }
void *get_memory(int n) { return pool + n; }
void get_last(int **out) { *out = last; }
static int *nobody_asks(void) { return &own; }

int main(void)
{
    int x = 1, y = 1;
    counter = own = 1;
    pool[3] = 1;
    last = &x;
    hidden = &y;
    *nobody_asks() = 1;
    unseen();
    if (own != 1)
        reach_error();
    if (*hidden != 1)
        reach_error();
    if (counter != 1)
        reach_error(); //~ unknown unreachable, should be refuted: what unseen code does is not known
    if (pool[3] != 1)
        reach_error(); //~ unknown unreachable, should be refuted: what unseen code does is not known
    if (x != 1)
        reach_error(); //~ unknown unreachable, should be refuted: what unseen code does is not known
    return 0;
}
