// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int a[1000];
int lo, hi;
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=1000);
  lo=__VERIFIER_nondet_int(); hi=__VERIFIER_nondet_int(); __VERIFIER_assume(lo<=hi);
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  for(int i=0;i<n;i++){
    if(a[i]<lo) a[i]=lo;
    else if(a[i]>hi) a[i]=hi;
  }
  for(int k=0;k<n;k++) if(!(lo<=a[k] && a[k]<=hi)) reach_error();
  return 0;
}
