// One of forty branches may lead below zero, if no other adds anything.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define STEP if (__VERIFIER_nondet_int()) x = x + 0; else x = x + i;
#define TEN STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP

int main(void)
{
  int x = 0;
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 1000)
    return 0;
  TEN TEN
  if (__VERIFIER_nondet_int()) x = x - 1;
  TEN TEN
  assert(x >= 0); //~ refuted assert
  return 0;
}
