//! options: --check +overflow
// Forty branches in a row: every one of them matters, and there are 2^40 paths.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define STEP if (__VERIFIER_nondet_int()) x = x + 1; else x = x + i;
#define TEN STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP

int main(void)
{
  int x = 0;
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 1000)
    return 0;
  TEN TEN
  assert(x <= 20000);
  TEN TEN
  assert(0 <= x && x <= 40000);
  return 0;
}
