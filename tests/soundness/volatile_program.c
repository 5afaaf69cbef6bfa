//! options: --property unreach-call
// A volatile variable of a whole program was once refuted to hold what it was given.
void reach_error(void);
volatile int state;

int main(void)
{
    volatile int local = 1;
    if (local != 1)
        reach_error();
    state = 1;
    if (state != 1)
        reach_error(); //~ unknown
    return 0;
}
