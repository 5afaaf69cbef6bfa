// A pointer to a struct that lies in another at no multiple of its own size was once taken to point elsewhere.
#include <assert.h>

struct pair { int first, second; };
struct frame { int head; struct pair body; int tail; };

/*@ requires \valid(f) && \valid(p); */
void through_both(struct frame *f, struct pair *p)
{
  p->first = 7;
  f->body.first = 8;
  assert(p->first == 7); //~ unknown
}
