// expect: refuted
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[n];
  for(int t=0;t<n;t++){ a[t]=__VERIFIER_nondet_int(); if(t>0) __VERIFIER_assume(a[t-1]<=a[t]); }
  int key=__VERIFIER_nondet_int();
  int lo=0,hi=n-1,r=-1;
  while(lo<hi){
    int mid=lo+(hi-lo)/2;
    if(a[mid]==key){ r=mid; break; }
    if(a[mid]<key) lo=mid+1; else hi=mid-1;
  }
  int k=__VERIFIER_nondet_int(); __VERIFIER_assume(0<=k && k<n);
  if(r<0 && a[k]==key) reach_error();
  return 0;
}
