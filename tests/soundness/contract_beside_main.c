// A function with a contract was once proved only for the arguments that `main` passes.
#include <assert.h>

/*@ requires \valid(to) && \valid(from); assigns *to, *from; ensures *to == 1; */ //~ refuted ensures
void both(int *to, int *from)
{
  *to = 1;
  *from = 2;
}

/*@ requires \valid(to) && \valid(from) && \separated(to, from); assigns *to, *from; ensures *to == 1; */
void both_apart(int *to, int *from)
{
  *to = 1;
  *from = 2;
}

int main(void)
{
  int x = 0, y = 0;
  both(&x, &y);
  both_apart(&x, &y);
  assert(x == 1);
  return 0;
}
