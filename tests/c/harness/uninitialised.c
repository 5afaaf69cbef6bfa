// The index has no value yet: the harness is a copy that gives it one.
int main(void)
{
  int squares[4] = {0, 1, 4, 9};
  int i;
  if (i < 2)
    return 0;
  return squares[i]; //~ refuted bounds
}
