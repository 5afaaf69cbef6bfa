// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[n]; int b[n];
  for(int t=0;t<n;t++){ a[t]=__VERIFIER_nondet_int(); b[t]=a[t]; }
  int lo=__VERIFIER_nondet_int(), hi=__VERIFIER_nondet_int();
  __VERIFIER_assume(0<=lo && lo<=hi && hi<n);
  int v=__VERIFIER_nondet_int();
  for(int i=lo;i<hi;i++) a[i]=v;
  int k=__VERIFIER_nondet_int(); __VERIFIER_assume(0<=k && k<n);
  if(lo<=k && k<hi){ if(a[k]!=v) reach_error(); }
  else if(a[k]!=b[k]) reach_error();
  return 0;
}
