// A pointer from outside was once taken to point to no global, unless the address of that global was taken in the file.
#include <assert.h>

int level;
struct point { int x, y; } corner;
int table[8];
static int hidden;

/*@ requires \valid(p); */
void scalar(int *p)
{
  level = 1;
  *p = 2;
  assert(level == 1); //~ refuted assert
}

/*@ requires \valid(p); */
void member(int *p)
{
  corner.y = 1;
  *p = 2;
  assert(corner.y == 1); //~ refuted assert
}

/*@ requires \valid(p); */
void element(int *p)
{
  *p = 6;
  table[3] = 9;
  assert(*p == 6); //~ refuted assert
}

/*@ requires \valid(p); */
void not_known_outside(int *p)
{
  hidden = 1;
  *p = 2;
  assert(hidden == 1);
}

int level3;
/*@ requires \valid(p) && \separated(p, &level3); assigns *p, level3; ensures level3 == 1; */
void apart(int *p)
{
  level3 = 1;
  *p = 2;
}

/*@ requires \valid(p); assigns *p, level; ensures level == 1; */ //~ refuted ensures
void contract(int *p)
{
  level = 1;
  *p = 2;
}
