// Rows overlap: one place beyond the end of a row is the first of the next one.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void)
{
  int rows = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  __VERIFIER_assume(1 <= rows && rows <= 300 && 1 <= n && n <= 300);
  int table[rows * n + 1];
  for (int i = 0; i < rows; i++)
    for (int j = 0; j <= n; j++)
      table[i * n + j] = i;
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 <= x && x < rows && 0 <= y && y <= n);
  if (table[x * n + y] != x)
    reach_error(); //~ refuted unreachable
  return 0;
}
