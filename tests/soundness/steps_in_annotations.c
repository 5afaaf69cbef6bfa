// A pointer that only an annotation moves. Its steps were once taken to be members of the record.
#include <string.h>

struct loose { char letter; int number; };

void members_and_bytes(void)
{
    struct loose s;
    s.letter = 1;
    s.number = 2;
    unsigned char *bytes = (unsigned char *)&s;
    //@ assert bytes[4] == 2;
    //@ assert bytes[1] == 2;  //~ refuted assert
}

void between_members(void)
{
    struct loose s, t;
    memset(&s, 0, sizeof s);
    memset(&t, 1, sizeof t);
    s.letter = t.letter = 1;
    s.number = t.number = 2;
    unsigned char *a = (unsigned char *)&s, *b = (unsigned char *)&t;
    //@ assert a[1] == b[1];  //~ refuted assert
}
