//! options: --property unreach-call
// Memory that a stream was given as its buffer is written by later output: this was once proved.
#include <stdio.h>
void reach_error(void);
static char room[BUFSIZ];

int main(void)
{
    setvbuf(stdout, room, _IOFBF, sizeof room); //~ unknown unreachable
    putchar('!');
    if (room[0] == '!')
        reach_error();
    return 0;
}
