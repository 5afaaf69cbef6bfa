// Fails only 10,000 calls deep, and only for one input.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int down(int n, int x)
{
  if (n == 10000) {
    assert(x != 123456); //~ refuted assert
    return 0;
  }
  return down(n + 1, x); //~ unknown requires, should be proved: a function without a contract calls itself
}

int main(void)
{
  int x = __VERIFIER_nondet_int();
  return down(0, x);
}
