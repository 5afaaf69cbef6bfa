// The only run fails after 100,000 iterations, and one element is to blame.
#include <assert.h>

int a[1000];

int main(void)
{
  unsigned sum = 0;
  for (int i = 0; i < 100000; i++) {
    a[i % 1000] = i;
    sum = sum + (unsigned)a[i % 1000] % 3;
  }
  assert(sum != 99999); //~ refuted assert
  return 0;
}
