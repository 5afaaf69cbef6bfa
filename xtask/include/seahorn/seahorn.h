/* What programs written for SeaHorn expect from its header, so that they can be preprocessed without it. */
#ifndef INVAR_SEAHORN_H
#define INVAR_SEAHORN_H

void __VERIFIER_assume(int condition);
void __VERIFIER_error(void);

#define assume(condition) __VERIFIER_assume(condition)
#define sassert(condition)        \
    do {                          \
        if (!(condition))         \
            __VERIFIER_error();   \
    } while (0)

#endif
