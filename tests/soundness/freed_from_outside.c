// What fails only because two places of memory from outside hold one pointer is no failure of the function; what it frees and
// uses by one name is. The first two were refuted, by a cell that points to itself.
#include <stdlib.h>

struct buffer {
  int *data;
  int *other;
};

void reset(char **s) //~ conditional
{
  free(*s);
  *s = 0;
}

char **table;

void reset_first(void) //~ conditional
{
  free(*table);
  *table = 0;
}

void used(struct buffer *b)
{
  free(b->data);
  b->data[0] = 1; //~ refuted use-after-free
}

void used_through_a_cell(int **s)
{
  free(*s);
  **s = 1; //~ refuted use-after-free
}

void freed_twice(int *p)
{
  free(p);
  free(p); //~ refuted free
}

int two_names(struct buffer *b) //~ conditional
{
  free(b->data);
  return b->other[0];
}

struct hidden;

int of_nobody_knows_what(struct hidden *p) //~ conditional
{
  return *(int *)p;
}

int at_an_index(char **v, int n)
{
  return v[n][0]; //~ unknown bounds, should be proved: under the condition that v[n] can be read
}
