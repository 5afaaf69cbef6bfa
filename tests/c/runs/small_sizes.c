// Only arrays of up to three elements fail: the bound is one too large for them.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
  int n = __VERIFIER_nondet_int();
  int a[100];
  int last = 0;
  if (n < 1 || n > 100)
    return 0;
  for (int i = 0; i < n; i++)
    a[i] = i;
  for (int i = 0; i < n; i++)
    last = a[i];
  assert(n > 3 || last == n); //~ refuted assert
  return 0;
}
