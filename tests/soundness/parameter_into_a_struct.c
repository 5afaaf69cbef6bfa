// A pointer from outside was once taken to point to a whole object: never to a member, nor into an array of arrays.
#include <assert.h>

struct inner { int first; int second; };
struct outer { long tag; struct inner part; int rest[4]; };

/*@ requires \valid(o) && \valid(p); */
int member(struct outer *o, int *p)
{
  o->part.second = 1;
  *p = 2;
  assert(o->part.second == 1); //~ refuted assert
  return 0;
}

/*@ requires \valid(o) && \valid(p) && \separated(o, p); */
int member_apart(struct outer *o, int *p)
{
  o->part.second = 1;
  *p = 2;
  assert(o->part.second == 1);
  return 0;
}

/*@ requires \valid(o) && \valid(p); */
int through_the_struct(struct outer *o, int *p)
{
  *p = 1;
  o->rest[3] = 2;
  assert(*p == 1); //~ refuted assert
  return 0;
}

/*@ requires \valid(o) && \valid(i); */
int nested(struct outer *o, struct inner *i)
{
  i->first = 7;
  o->part.first = 8;
  assert(i->first == 7); //~ refuted assert
  return 0;
}

/*@ requires \valid(m + (0 .. 1)) && \valid(p); */
int row(int (*m)[3], int *p)
{
  m[1][0] = 4;
  *p = 5;
  assert(m[1][0] == 4); //~ refuted assert
  return 0;
}

/*@ requires \valid(o) && \valid(d); */
int other_type(struct outer *o, double *d)
{
  o->part.first = 3;
  *d = 1.5;
  assert(o->part.first == 3);
  return 0;
}

// What is read before the write is not affected, and whatever is written shows.
/*@ requires \valid(o) && \valid(p); */
int read_first(struct outer *o, int *p)
{
  int before = o->part.first;
  *p = before + 1;
  assert(o->part.first == before || o->part.first == before + 1);
  return 0;
}
