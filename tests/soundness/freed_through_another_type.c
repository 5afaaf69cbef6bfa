// Types keep apart what is written, not what is freed: pointers from outside to different types may be one object, and
// `\separated` says that they are not. It was taken to hold whatever they are, and `free` did not know it.
#include <stdlib.h>

/*@ requires \freeable(p) && \freeable(q) && \separated(p, q); */
void both(int *p, long *q)
{
  free(p);
  free(q);
}

/*@ requires \freeable(p) && \freeable(q); */
void perhaps_one(int *p, long *q)
{
  free(p);
  free(q); //~ refuted free
}

/*@ requires \valid(p) && \valid(q); */
void claimed(int *p, long *q)
{
  //@ assert \separated(p, q); //~ refuted assert
}
