// The assertion stands in a later loop, on an index of its own: it counts as a quantified one.

int main(void)
{
  int a[1000], b[1000], i;
  for (i = 0; i < 1000; i++)
    a[i] = 42;
  for (i = 0; i < 1000; i++)
    b[i] = a[i];
  for (i = 0; i < 1000; i++)
    /*@ assert b[i] == 42; */;
  return 0;
}
