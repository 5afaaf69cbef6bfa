// The greatest of many numbers, without a loop.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define STEP a = __VERIFIER_nondet_int(); if (a > m) m = a;
#define TEN STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP

int main(void)
{
  int first = __VERIFIER_nondet_int();
  int m = first;
  int a;
  TEN TEN TEN
  int other = a;
  TEN TEN TEN
  assert(m >= first);
  assert(m >= other);
  assert(m >= a);
  return 0;
}
