//! options: --property unreach-call
// What returns twice, or goes on elsewhere, was once taken to return once: this was proved.
#include <setjmp.h>
void reach_error(void);

static jmp_buf point;
static int tries;

static void give_up(void)
{
    tries = tries + 1;
    longjmp(point, tries); //~ unknown
}

int main(void)
{
    int code = setjmp(point); //~ unknown
    if (code == 2)
        reach_error(); //~ unknown
    give_up();
    return 0;
}
