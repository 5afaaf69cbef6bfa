// The count is read from a block that is gone.
#include <stdlib.h>

struct box {
  int count;
  int items[4];
};

extern int __VERIFIER_nondet_int(void);

int main(void)
{
  struct box *box = malloc(sizeof *box);
  if (box == NULL)
    return 1;
  box->count = __VERIFIER_nondet_int();
  if (box->count < 5)
    free(box);
  return box->count; //~ refuted use-after-free
}
