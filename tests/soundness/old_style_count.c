//! options: --property unreach-call
// A call with too few arguments was once a call with any value in their place.
void reach_error(void);

int first(a, b) int a, b;
{
    return a;
}

int main(void)
{
    if (first(1) != 1) //~ unknown
        reach_error();
    return 0;
}
