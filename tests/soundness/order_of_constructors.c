//! options: --property unreach-call
// Nobody says which of two constructors comes first.
void reach_error(void);

static int state = 1;

__attribute__((constructor)) static void one(void) //~ unknown
{
    state = state + 1;
}

__attribute__((constructor)) static void other(void)
{
    state = state * 2;
}

int main(void)
{
    if (state != 4)
        reach_error(); //~ unknown
    return 0;
}
