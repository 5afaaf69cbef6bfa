// `%n` writes: the variable was once taken to be as before.
#include <stdio.h>

void counted(void)
{
    int count = 0;
    printf("four%n\n", &count);
    //@ assert count == 0; //~ unknown assert, should be refuted: what is printed is not modelled
}
