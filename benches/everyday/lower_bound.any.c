// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int a[1000];
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>0 && n<=1000);
  for(int t=0;t<n;t++){ a[t]=__VERIFIER_nondet_int(); if(t>0) __VERIFIER_assume(a[t-1]<=a[t]); }
  int x=__VERIFIER_nondet_int();
  int lo=0,hi=n;
  while(lo<hi){
    int mid=lo+(hi-lo)/2;
    if(a[mid]<x) lo=mid+1; else hi=mid;
  }
  int k=__VERIFIER_nondet_int(); __VERIFIER_assume(k>=0 && k<n);
  if(k<lo) { if(!(a[k]<x)) reach_error(); }
  else { if(!(a[k]>=x)) reach_error(); }
  return 0;
}
