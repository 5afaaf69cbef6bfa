//! options: --property unreach-call
// Assembly with a memory clobber writes variables that others can name: this was once proved.
void reach_error(void);
int shown;

int main(void)
{
    __asm__ volatile("" ::: "memory");
    if (shown != 0)
        reach_error();
    __asm__ volatile("incl shown(%%rip)" ::: "memory");
    if (shown != 0)
        reach_error(); //~ unknown unreachable, should be refuted: assembly is not modelled
    return 0;
}
