// Only one value of an unsigned input fails, and the product wraps.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
  unsigned x = __VERIFIER_nondet_uint();
  if (x * 7u + 3u == 1234567890u)
    assert(0); //~ refuted assert
  return 0;
}
