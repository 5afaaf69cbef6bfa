//! options: --property unreach-call
// A copy between blocks that overlap was once a copy of what was there before, or not there at all.
#include <string.h>
void reach_error(void);

int main(void)
{
    char text[8] = "abcdefg", other[8];
    memcpy(other, text, 8);
    if (other[1] != 'b')
        reach_error();
    memcpy(text + 1, text, 4);
    if (text[1] != 'a')
        reach_error(); //~ unknown
    return 0;
}
