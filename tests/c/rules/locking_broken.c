//! options: --rule locking
// An error path returns with the lock held; the caller then acquires it again.
extern int __VERIFIER_nondet_int(void);
//@ assigns \nothing;
void acquire(void);
//@ assigns \nothing;
void release(void);

static int step(int fails)
{
  acquire(); //~ refuted rule
  if (fails)
    return -1;
  release();
  return 0;
}

int main(void)
{
  for (int i = 0; i < 3; i++)
    step(__VERIFIER_nondet_int());
  return 0;
} //~ refuted rule
