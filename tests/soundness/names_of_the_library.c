// A function may have the name of one of the library without being it: its parameters tell.
#include <assert.h>

void recv(int *);
int index(int);

int main(void)
{
    int x = 1;
    recv(&x);
    assert(x == 1); //~ unknown assert, should be refuted: what unseen code does is not known
    assert(index(3) <= 2147483647);
    return 0;
}
