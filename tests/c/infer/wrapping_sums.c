// The sums wrap around in long tables, and still each element is the sum of the two before it.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void)
{
  unsigned n = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n <= 10000);
  unsigned f[n], last = __VERIFIER_nondet_uint(), next = __VERIFIER_nondet_uint();
  for (unsigned i = 0; i < n; i++) {
    f[i] = last;
    unsigned sum = last + next;
    last = next;
    next = sum;
  }
  unsigned any = __VERIFIER_nondet_uint();
  __VERIFIER_assume(2 <= any && any < n);
  if (f[any] != f[any - 1] + f[any - 2])
    reach_error();
  return 0;
}
