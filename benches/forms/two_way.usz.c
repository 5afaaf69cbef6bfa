// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  unsigned n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[n]; int b[n];
  for(unsigned long t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  unsigned long j=n;
  for(unsigned long i=0;i<n;i++){ j--; b[i]=a[j]; }
  for(unsigned long k=0;k<n;k++) if(b[k]!=a[n-1-k]) reach_error();
  return 0;
}
