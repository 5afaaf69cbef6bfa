// That every two elements are in order follows from neighbours; that a value is not among them, from that.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void)
{
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(1 <= n && n <= 5000);
  int a[n];
  a[0] = __VERIFIER_nondet_int();
  for (int i = 1; i < n; i++) {
    a[i] = __VERIFIER_nondet_int();
    __VERIFIER_assume(a[i] >= a[i - 1]);
  }
  int wanted = __VERIFIER_nondet_int(), from = 0, to = n, found = 0;
  while (from < to && !found) {
    int middle = from + (to - from) / 2;
    if (a[middle] == wanted)
      found = 1;
    else if (a[middle] > wanted)
      to = middle;
    else
      from = middle + 1;
  }
  int any = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 <= any && any < n);
  if (!found && a[any] == wanted)
    reach_error();
  return 0;
}
