//! options: --rule interrupts
// Raised and lowered in pairs, with a body for the functions of the interface.
extern int __VERIFIER_nondet_int(void);
static int now;

int raise_level(int level)
{
  int before = now;
  now = level;
  return before;
}

void lower_level(int level)
{
  now = level;
}

//@ assigns \nothing;
void may_sleep(void);

int main(void)
{
  may_sleep();
  int old = raise_level(2);
  int older = raise_level(3);
  lower_level(older);
  lower_level(old);
  may_sleep();
  return 0;
}
