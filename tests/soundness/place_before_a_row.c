// The place before the first one of a row is the last one of the row before it.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void)
{
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(2 <= n && n <= 20);
  int table[n * n];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      table[i * n + j] = 0;
  for (int i = 1; i < n; i++)
    table[i * n - 1] = 1;
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 <= x && x < n - 1);
  if (table[x * n + (n - 1)] == 1)
    reach_error(); //~ refuted unreachable
  return 0;
}
