// Which sign a NaN has after a conversion is not known; that of a number is kept.
#include <assert.h>
#include <math.h>

extern double __VERIFIER_nondet_double(void);

int main(void)
{
  double x = __VERIFIER_nondet_double();
  float y = x;
  assert(copysign(1, x) == copysignf(1, y)); //~ unknown assert
  assert(copysign(3, -0.0) == -3 && copysign(2, 5) == 2);
  return 0;
}
