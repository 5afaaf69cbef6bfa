// The error is reached by runs that recur more often than calls are expanded: it was once reported as proved, and nobody
// looked for the run.
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);

unsigned same(unsigned n)
{
    if (n == 0)
        return 0;
    return same(n - 1) + 1; //~ unknown requires
}

int main(void)
{
    if (same(__VERIFIER_nondet_uint()) == 10)
        reach_error(); //~ refuted unreachable
}
