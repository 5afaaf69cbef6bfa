// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
void clamp(int *p,int *end,int lo,int hi){
  for(;p<end;p++){
    if(*p<lo) *p=lo;
    else if(*p>hi) *p=hi;
  }
}
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int lo=__VERIFIER_nondet_int(); int hi=__VERIFIER_nondet_int(); __VERIFIER_assume(lo<=hi);
  int a[n];
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  clamp(a,a+n,lo,hi);
  int k=__VERIFIER_nondet_int(); __VERIFIER_assume(0<=k && k<n);
  if(!(lo<=a[k] && a[k]<=hi)) reach_error();
  return 0;
}
