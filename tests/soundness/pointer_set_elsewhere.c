//! options: --check assert
// A pointer that is defined elsewhere may point to whatever others can name, also in a program with `main`: all of this was
// once proved.
#include <assert.h>

struct pair { int first; long second; };
extern int *number;
extern long *wide;
extern char *text;
extern struct pair *couple;

int counter;
struct pair both;
static int own;

int main(void)
{
    counter = 1;
    *number = 2;
    assert(counter == 1); //~ unknown assert, should be refuted: bytes of a record that is reached in two ways are not exact
    both.second = 1;
    *wide = 2;
    assert(both.second == 1); //~ unknown assert, should be refuted: bytes of a record that is reached in two ways are not exact
    counter = 1;
    *text = 2;
    assert(counter == 1); //~ unknown assert, should be refuted: bytes of a record that is reached in two ways are not exact
    both.second = 1;
    couple->second = 2;
    assert(both.second == 1); //~ unknown assert, should be refuted: bytes of a record that is reached in two ways are not exact
    own = 1;
    *number = 2;
    *text = 2;
    assert(own == 1);
    return 0;
}
