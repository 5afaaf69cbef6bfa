//! options: --rule interrupts
// What may sleep is called while the level is raised: through a table of functions.
static int raise_level(int level)
{
  return 0;
}

static void lower_level(int level)
{
}

void may_sleep(void); //~ refuted rule

static void nothing(void)
{
}

static void (*const table[2])(void) = {nothing, may_sleep};

int main(void)
{
  int old = raise_level(1);
  table[1]();
  lower_level(old);
  return 0;
}
