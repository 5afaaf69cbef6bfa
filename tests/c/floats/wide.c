// Nothing is known of `long double`, nor of another way of rounding.
#include <assert.h>
#include <fenv.h>

int main(void)
{
  long double x = 0.1L;
  assert(x != 0.1); //~ unknown assert
  double a = 1, b = 3;
  fesetround(FE_UPWARD); //~ unknown assert
  assert(a / b == 0.33333333333333331);
  return 0;
}
