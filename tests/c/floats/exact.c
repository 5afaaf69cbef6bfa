// Floating values are what IEEE 754 says: comparisons, conversions and arithmetic of known values, signs, NaN.
#include <assert.h>
#include <math.h>

static float single;
static const double table[] = { 0.5, 1.5, 2.5 };

static double square(double x)
{
  return x * x;
}

int main(void)
{
  assert(0.1 + 0.2 != 0.3);
  assert(square(1.5) == 2.25 && table[1] == 1.5);
  float large = 16777216.0f;
  assert(large + 1.0f == large);
  assert((int) -3.7 == -3 && (unsigned) 3.99f == 3);
  assert(single == 0.0 && -0.0 == 0.0 && 1 / -0.0 < 0);
  double none = 0.0 / single;
  assert(none != none && !(none < 1) && !(none >= 1) && isnan(none));
  single++;
  single *= 2.5f;
  assert(single == 2.5f);
  unsigned char byte = 200;
  byte += 0.5;
  assert(byte == 200);
  double sum = 0;
  for (int i = 0; i < 3; i++)
    sum += 0.1;
  assert(sum == 0.30000000000000004);
  assert(fabs(-sum) < 1 && floor(2.7) == 2 && sqrt(2.25) == 1.5 && fmod(7.5, 2) == 1.5);
  return 0;
}
