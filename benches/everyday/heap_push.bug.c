// expect: refuted
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int a[1001];
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=0 && n<=1000);
  for(int t=0;t<n;t++){ a[t]=__VERIFIER_nondet_int(); if(t>0) __VERIFIER_assume(a[(t-1)/2]>=a[t]); }
  int x=__VERIFIER_nondet_int(),i=n;
  while(i>0 && a[i/2]<x){ a[i]=a[i/2]; i=i/2; }
  a[i]=x;
  int k=__VERIFIER_nondet_int(); __VERIFIER_assume(k>=1 && k<=n);
  if(!(a[(k-1)/2]>=a[k])) reach_error();
  return 0;
}
