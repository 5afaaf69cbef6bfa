// One branch adds to one number only.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define STEP \
  if (__VERIFIER_nondet_int()) { x = x + 2; y = y + 1; } else { x = x + 2 * i; y = y + i; }
#define TEN STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP

int main(void)
{
  int x = 0;
  int y = 0;
  int i = __VERIFIER_nondet_int();
  TEN
  if (__VERIFIER_nondet_int() > 5) x = x + 2;
  TEN TEN
  assert(x == 2 * y); //~ refuted assert
  return 0;
}
