// Cleared memory holds 0.0.
#include <assert.h>
#include <string.h>

int main(void)
{
  double cells[4];
  memset(cells, 0, sizeof cells);
  for (int i = 0; i < 4; i++)
    assert(cells[i] == 0);
  return 0;
}
