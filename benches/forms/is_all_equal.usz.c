// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  unsigned n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[n];
  for(unsigned long t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  _Bool same=1;
  for(unsigned long i=1;i<n;i++) same=same && a[i]==a[0];
  unsigned long k=__VERIFIER_nondet_int(); __VERIFIER_assume(k<n);
  if(same && a[k]!=a[0]) reach_error();
  return 0;
}
