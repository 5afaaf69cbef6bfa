// A place in a row is an element of other rows too, where rows have another length: nothing follows from what was written with
// the first one.
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
      table[i * n + j] = i;
  n = n - 1;
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 <= x && x < n && 0 <= y && y < n);
  if (table[x * n + y] != x)
    reach_error(); //~ refuted unreachable
  return 0;
}
