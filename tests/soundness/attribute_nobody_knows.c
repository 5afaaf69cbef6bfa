//! options: --property unreach-call
// An attribute that nobody has classified may mean anything where it stands; it once meant nothing.
void reach_error(void);

int kept __attribute__((noinit)) = 0;
static int plain __attribute__((unused, aligned(16))) = 0;

__attribute__((strange)) static int f(void)
{
    return 0;
}

__attribute__((noinline, cold)) static int g(int x __attribute__((unused)))
{
    return 0;
}

int main(void)
{
    if (plain || g(1))
        reach_error();
    if (kept) //~ unknown
        return 1;
    return f(); //~ unknown
}
