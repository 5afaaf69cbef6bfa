// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
unsigned a[500];
int main(void){
  unsigned long n=__VERIFIER_nondet_ulong(); __VERIFIER_assume(n<=500);
  for(unsigned long t=0;t<n;t++){ a[t]=__VERIFIER_nondet_uint(); if(t>0) __VERIFIER_assume(a[t-1]<=a[t]); }
  unsigned x=__VERIFIER_nondet_uint();
  unsigned long lo=0,hi=n;
  while(lo<hi){
    unsigned long mid=(lo+hi)/2;
    if(a[mid]<=x) lo=mid+1; else hi=mid;
  }
  if(!(lo<=n)) reach_error();
  for(unsigned long k=0;k<lo;k++) { if(!(a[k]<=x)) reach_error(); }
  for(unsigned long k=lo;k<n;k++) { if(!(a[k]>x)) reach_error(); }
  return 0;
}
