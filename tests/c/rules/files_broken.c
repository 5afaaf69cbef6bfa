//! options: --rule files
// The file is closed twice on one way.
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
  FILE *file = fopen("list", "r");
  if (!file)
    return 1;
  if (__VERIFIER_nondet_int())
    fclose(file);
  fclose(file); //~ unknown rule, should be refuted: that `fclose` succeeds is not modelled exactly
  return 0;
}
