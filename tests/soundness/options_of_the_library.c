//! options: --property unreach-call
// `getopt` changes variables of the library: this was once proved.
#include <unistd.h>
void reach_error(void);

int main(void)
{
    char *words[] = { "name", "-v", "rest", 0 };
    optind = 1;
    int option = getopt(3, words, "v");
    if (optind == 2)
        reach_error(); //~ unknown unreachable, should be refuted: `getopt` is not modelled
    return option;
}
