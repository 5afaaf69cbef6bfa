// Branches inside branches, and a loop whose body has many of them.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define INNER if (__VERIFIER_nondet_int()) x = x + 1; else x = x + 3;
#define STEP if (__VERIFIER_nondet_int()) { INNER INNER } else x = x + 2;
#define TEN STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP

int main(void)
{
  int n = __VERIFIER_nondet_int();
  int x = 0;
  if (n > 0) {
    TEN TEN
  } else {
    x = 50;
  }
  assert(40 <= x && x <= 120);
  /*@ loop invariant 40 <= x <= 1120; loop assigns x; */
  while (x < 1000) {
    TEN TEN
  }
  assert(x <= 1120);
  return 0;
}
