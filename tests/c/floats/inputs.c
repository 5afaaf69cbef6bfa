// The only failing runs have certain floating inputs.
#include <assert.h>

extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
  double x = __VERIFIER_nondet_double();
  if (x > 1.5)
    assert(!(x < 1.75)); //~ refuted assert
  float f = __VERIFIER_nondet_float();
  assert(f == f); //~ refuted assert
  int n = __VERIFIER_nondet_int();
  assert((float) n == (double) n); //~ refuted assert
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += 0.5;
  assert(sum != 3.5); //~ refuted assert
  return 0;
}
