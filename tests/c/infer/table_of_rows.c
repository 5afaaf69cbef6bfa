// The place of an element in a table whose rows have n elements is a product: what matters is that other places are other
// elements.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void)
{
  int rows = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  __VERIFIER_assume(1 <= rows && rows <= 400 && 1 <= n && n <= 400);
  int table[rows][n];
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < n; j++)
      table[i][j] = i < j ? i : j;
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 <= x && x < rows && 0 <= y && y < n);
  if (table[x][y] > x || table[x][y] > y)
    reach_error();
  return 0;
}
