// Only one of all inputs fails.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
#include <assert.h>

int main(void)
{
  int x = __VERIFIER_nondet_int();
  int steps = 0;
  __VERIFIER_assume(x > -100000000 && x < 300000000);
  for (int i = 0; i < x % 5 + 2; i++)
    steps = steps + 1;
  assert(x * 7 + 3 != 1234567890 || steps < 2); //~ refuted assert
  return 0;
}
