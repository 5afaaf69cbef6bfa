// What is not known is a number all the same: values have an order, with NaN outside of it.
#include <assert.h>

extern double __VERIFIER_nondet_double(void);

double clamp(double x)
{
  if (x < 0)
    x = 0;
  if (x > 1)
    x = 1;
  return x;
}

int main(void)
{
  double x = __VERIFIER_nondet_double(), y = clamp(x);
  assert(y >= 0); //~ refuted assert
  if (x == x)
    assert(y >= 0 && y <= 1);
  double least = x;
  for (int i = 0; i < 10; i++) {
    double next = __VERIFIER_nondet_double();
    if (next < least)
      least = next;
  }
  assert(!(least > x));
  return 0;
}
