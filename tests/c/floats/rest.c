// What an initialiser leaves out is 0.0, also in memory that several types share: once, such elements had any value.
#include <assert.h>
#include <stdlib.h>

struct pair {
  float f;
  double d;
};

struct pair global = { 0.1, 1.0 };

int main(void)
{
  float cells[3] = { 0.5, -100 };
  float *own = calloc(3, sizeof *own);
  float *p = &global.f;
  if (own)
    p = own;
  assert(p != own || p[2] == 0);
  p = cells;
  p[0]--;
  assert(cells[2] == 0 && cells[0] == -0.5);
  return 0;
}
