// After 100,000 iterations, one value of an input fails.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
  unsigned sum = 0;
  for (int i = 0; i < 100000; i++)
    sum = sum + (unsigned)i % 3;
  int x = __VERIFIER_nondet_int();
  assert(x != 424242 || sum != 99999); //~ refuted assert
  return 0;
}
