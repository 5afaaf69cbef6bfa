//! options: --check assert
// What library functions write through `void *` was once invisible through other pointers and in globals.
#include <assert.h>
#include <string.h>

int total;

void filled(int *p, void *anything) //~ conditional
{
  *p = 1;
  memset(anything, 0, sizeof(int));
  assert(*p == 1);
}

void copied(void *to, const void *from)
{
  total = 1;
  memcpy(to, from, 4);
  assert(total == 1); //~ unknown
}
