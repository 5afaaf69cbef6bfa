// expect: refuted
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=2 && n<=100000);
  int a[n]; long d[n];
  for(int t=0;t<n;t++){ a[t]=__VERIFIER_nondet_int(); if(t>0) __VERIFIER_assume(a[t-1]<=a[t]); }
  d[0]=1;
  for(int i=1;i<n;i++) d[i]=(long)a[i]-a[i-1];
  int k=__VERIFIER_nondet_int(); __VERIFIER_assume(0<=k && k<n);
  if(d[k]<=0) reach_error();
  return 0;
}
