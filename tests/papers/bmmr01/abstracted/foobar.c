// BMMR01 Figure 2: a call that changes what its caller's predicates speak of. What bar does is left open there.
int bar(int *q, int y)
{
  int l1, l2;
  l1 = y;
  l2 = *q;
  if (l2 > y)
    *q = y;
  return l1;
}

void foo(int *p, int x)
{
  int r;
  if (*p <= x)
    *p = x;
  else
    *p = *p + x;
  r = bar(p, x);
}
