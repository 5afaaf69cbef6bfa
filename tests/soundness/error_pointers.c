//! options: --property unreach-call
// A pointer that was made from an integer is that integer, and not null: this is exact as long as it is not followed.
void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int cell = 3;

static int *find(int key)
{
    if (key < 0)
        return (int *)(long)-22;
    return &cell;
}

int main(void)
{
    int *p = find(__VERIFIER_nondet_int());
    if (p == (int *)(long)-22) {
        if ((long)p != -22 || !p)
            reach_error();
        return 0;
    }
    return 0;
}
