//! options: --property unreach-call
// Two names of one thing, definitions that another file may replace: these were once told apart, or taken for the last word.
void reach_error(void);

int counter;
extern int shown __asm__("counter");
int replaced __attribute__((weak)) = 1;
extern int perhaps __attribute__((weak));
int abs(int) __asm__("ffs");
#pragma weak hook
static int first __attribute__((section("numbers"), used)) = 3;
extern int __start_numbers[];

int hook(void)
{
    return 0;
}

int main(void)
{
    shown = 4; //~ unknown
    if (counter == 4) //~ unknown
        return 1;
    if (replaced != 1) //~ unknown
        return 2;
    if (&perhaps == 0) //~ unknown
        return 3;
    if (hook()) //~ unknown
        return 4;
    if (abs(-8) == 4) //~ unknown
        return 5;
    __start_numbers[0] = 4; //~ unknown
    if (first == 4)
        return 6;
    return 0;
}
