// The same with one array and a product written out; the function that reads it has another name for the length.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static int cell(const int *table, int width, int row, int column)
{
  return table[row * width + column];
}

int main(void)
{
  int rows = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  __VERIFIER_assume(1 <= rows && rows <= 300 && 1 <= n && n <= 300);
  int table[rows * n];
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < n; j++)
      table[i * n + j] = i + j;
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 <= x && x < rows && 0 <= y && y < n);
  if (cell(table, n, x, y) != x + y)
    reach_error();
  return 0;
}
