// Bytes of one floating type read as another: once, the first half of a `double` was taken for a `float` that held the same value.
#include <assert.h>
#include <string.h>

union both {
  double d;
  float f;
};

struct wide {
  double d;
};

struct narrow {
  float a, b;
};

int main(void)
{
  double d = 1.5;
  float f = *(float *)&d;
  assert(f == 0.0f); //~ unknown assert
  union both u;
  u.d = 1.5;
  assert(u.f == 0.0f); //~ unknown assert
  struct wide w = { 1.5 };
  struct narrow *n = (struct narrow *)&w;
  assert(n->a == 0.0f); //~ unknown assert
  memcpy(&f, &d, sizeof f);
  assert(f == 0.0f); //~ unknown assert
  return 0;
}
