// What is moved overlaps where it came from.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void)
{
  int n = __VERIFIER_nondet_int(), to = __VERIFIER_nondet_int(), from = __VERIFIER_nondet_int();
  int count = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 <= to && to < from && from <= n && n <= 5000 && 0 <= count && count <= n - from);
  int a[n + 1], before[n + 1];
  for (int i = 0; i < n; i++) {
    a[i] = __VERIFIER_nondet_int();
    before[i] = a[i];
  }
  for (int i = 0; i < count; i++)
    a[to + i] = a[from + i];
  for (int i = 0; i < count; i++)
    if (a[to + i] != before[from + i])
      reach_error();
  return 0;
}
