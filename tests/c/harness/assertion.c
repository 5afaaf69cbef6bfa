// A run from main: the functions without body give the values.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  if (x > 100 && x < 200)
    assert(x + y != 150); //~ refuted assert
  return 0;
}
