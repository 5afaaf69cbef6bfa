// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  unsigned n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  unsigned lo=__VERIFIER_nondet_int(); unsigned hi=__VERIFIER_nondet_int(); __VERIFIER_assume(lo<=hi);
  unsigned a[n];
  for(unsigned t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  for(unsigned i=0;i<n;i++){
    if(a[i]<lo) a[i]=lo;
    else if(a[i]>hi) a[i]=hi;
  }
  for(unsigned k=0;k<n;k++) if(!(lo<=a[k] && a[k]<=hi)) reach_error();
  return 0;
}
