// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern void *malloc(unsigned long);
/* lower bound: first position whose element is not below key */
static unsigned long lower_bound(const int *a,unsigned long n,int key){
  unsigned long lo=0,hi=n;
  while(lo<hi){
    unsigned long mid=lo+(hi-lo)/2;
    if(a[mid]<key) lo=mid+1; else hi=mid;
  }
  return lo;
}
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int *a=malloc(n*sizeof(int)); __VERIFIER_assume(a!=0);
  for(int t=0;t<n;t++){ a[t]=__VERIFIER_nondet_int(); if(t>0) __VERIFIER_assume(a[t-1]<=a[t]); }
  int key=__VERIFIER_nondet_int();
  unsigned long r=lower_bound(a,n,key);
  if(r>(unsigned long)n) reach_error();
  for(unsigned long k=0;k<r;k++) if(!(a[k]<key)) reach_error();
  for(unsigned long k=r;k<(unsigned long)n;k++) if(!(a[k]>=key)) reach_error();
  return 0;
}
