// Characters may look at any memory: what is written through them was once invisible to integers, and the other way round.
#include <assert.h>

/*@ requires \valid(n) && \valid(c); */
void into_an_integer(unsigned *n, unsigned char *c)
{
  *n = 0;
  *c = 255;
  assert(*n == 0); //~ refuted assert
}

/*@ requires \valid(n) && \valid(c); */
void of_an_integer(int *n, signed char *c)
{
  *c = 3;
  *n = 258;
  assert(*c == 3); //~ refuted assert
}

// One byte of four: no other values can come out.
/*@ requires \valid(n) && \valid(c); */
void one_byte(unsigned *n, unsigned char *c)
{
  *n = 0;
  *c = 1;
  assert(*n == 0 || *n == 1 || *n == 256 || *n == 65536 || *n == 16777216);
}

struct text { char *at; int length; };

/*@ requires \valid(t) && \valid(t->at + (0 .. 9)) && 0 <= t->length && t->length < 10; */
void append(struct text *t, char c)
{
  int length = t->length;
  t->at[length] = c;
  assert(t->length == length); //~ refuted assert
}

/*@ requires \valid(t) && \valid(t->at + (0 .. 9)) && 0 <= t->length && t->length < 10;
    requires \separated(t, t->at + (0 .. 9)); */
void append_apart(struct text *t, char c)
{
  int length = t->length;
  t->at[length] = c;
  assert(t->length == length);
}
