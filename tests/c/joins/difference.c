// Two numbers that many branches change: their distance is what matters.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define STEP \
  if (__VERIFIER_nondet_int()) { x = x + i; y = y + i; } \
  else if (__VERIFIER_nondet_int()) x = x + 2; \
  else { x = x - 1; y = y - 1; }
#define TEN STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP

int main(void)
{
  int x = 5;
  int y = 0;
  int i = __VERIFIER_nondet_int();
  TEN TEN TEN
  assert(x - y >= 5);
  assert(x - y <= 65);
  return 0;
}
