// The only run fails after 1,000 iterations.
#include <assert.h>

int main(void)
{
  int x = 0;
  int y = 500;
  while (x < 1000) {
    if (x >= 500)
      y = y + 1;
    x = x + 1;
  }
  assert(y != 1000); //~ refuted assert
  return 0;
}
