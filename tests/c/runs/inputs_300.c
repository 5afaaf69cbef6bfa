// A state machine that fails only after 300 inputs, each of which must be the right one.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
  int state = 0;
  while (1) {
    int input = __VERIFIER_nondet_int();
    if (input == (state * 37 + 11) % 1000)
      state = state + 1;
    else
      state = 0;
    assert(state != 300); //~ refuted assert
  }
}
