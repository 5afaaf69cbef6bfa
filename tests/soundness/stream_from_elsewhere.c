// A parameter may be a standard stream: that it is none was nearly proved.
#include <stdio.h>

void same(FILE *file)
{
    //@ assert file != stdin; //~ refuted assert
}

void same_in_code(FILE *file)
{
    int other = file != stdout;
    //@ assert other; //~ refuted assert
}
