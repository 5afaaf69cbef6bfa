// A state machine that fails after five inputs.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
  int state = 0;
  while (1) {
    int input = __VERIFIER_nondet_int();
    if (input < 1 || input > 6)
      return 0;
    if (state == 0 && input == 4)
      state = 1;
    else if (state == 1 && input == 2)
      state = 2;
    else if (state == 2 && input == 5)
      state = 3;
    else if (state == 3 && input == 1)
      state = 4;
    else if (state == 4 && input == 6)
      state = 5;
    assert(state != 5); //~ refuted assert
  }
}
