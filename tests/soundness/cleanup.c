//! options: --property unreach-call
// `cleanup` was once ignored. It is called on every way out of the block, in the opposite order of the declarations.
void reach_error(void);
static int trace;

static void note(int *p)
{
    trace = 10 * trace + *p;
}

static int leave(int early)
{
    int a __attribute__((cleanup(note))) = 1;
    if (early)
        return trace;
    int b __attribute__((cleanup(note))) = 2;
    for (int i = 0; i < 3; i++) {
        int c __attribute__((cleanup(note))) = 3;
        if (i == 1)
            break;
    }
    return trace;
}

static void back(void)
{
    int i = 0;
    {
    again:;
        int d __attribute__((cleanup(note))) = 1;
        if (++i < 3)
            goto again;
    }
}

int main(void)
{
    int result = leave(1);
    if (result != 0 || trace != 1)
        reach_error();
    trace = 0;
    result = leave(0);
    if (result != 33 || trace != 3321)
        reach_error();
    trace = 0;
    back();
    if (trace != 111)
        reach_error();
    return 0;
}
