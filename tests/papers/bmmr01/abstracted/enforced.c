// A predicate of main and a global one contradict each other while the callee has updated only its own.
int g;

void clear(void)
{
  g = 0;
}

int main(void)
{
  g = 1;
  clear();
  if (g == 0) {
  zero:
    return 0;
  }
  return 1;
}
