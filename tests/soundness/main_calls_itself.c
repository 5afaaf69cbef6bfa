//! options: --property unreach-call
// `main` that calls itself once gave the globals their first values again.
void reach_error(void);

int depth = 2;

int main(void)
{
    if (depth == 5)
        reach_error(); //~ refuted unreachable
    depth++;
    if (depth < 6)
        main(); //~ unknown requires
    return 0;
}
