//! options: --property valid-memsafety
// What a local variable points to is not lost when `exit` is called: this was once refuted.
#include <stdlib.h>

static void stop(void)
{
    int *more = malloc(sizeof *more);
    exit(0); //~ unknown leak, should be proved: variables of the caller are not looked at
}

int main(int argc, char **argv)
{
    int *kept = malloc(sizeof *kept);
    *kept = argc;
    if (argc > 1)
        exit(1);
    stop();
}
