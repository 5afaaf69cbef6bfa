// The distance of a member, written as the address of a member of an object at address 0, was once 0: every `container_of`
// led into the middle of its object, and what it read there was called out of bounds.
#include <stdlib.h>

struct count { int users; };
struct thing { char *name; int weight; struct count count; };

#define CONTAINER(pointer, type, member) ((type *)((char *)(pointer) - (size_t)&((type *)0)->member))

static void release(struct count *count)
{
  struct thing *thing = CONTAINER(count, struct thing, count);
  /*@ assert thing->weight == 5; */
  free(thing->name);
}

int main(void)
{
  struct thing *thing = malloc(sizeof *thing);
  if (!thing)
    return 0;
  thing->name = 0;
  thing->weight = 5;
  thing->count.users = 1;
  release(&thing->count);
  free(thing);
  return 0;
}
