// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void){
  unsigned a[301];
  unsigned long n=__VERIFIER_nondet_ulong(); __VERIFIER_assume(n>=1 && n<=299);
  for(unsigned long t=1;t<=n;t++){ a[t]=__VERIFIER_nondet_uint(); if(t>1) __VERIFIER_assume(a[t/2]>=a[t]); }
  unsigned x=__VERIFIER_nondet_uint();
  unsigned long i=++n;
  for(;i>1 && a[i/2]<x;i/=2) a[i]=a[i/2];
  a[i]=x;
  for(unsigned long k=2;k<=n;k++) { if(!(a[k/2]>=a[k])) reach_error(); }
  if(!(a[1]>=x)) reach_error();
  return 0;
}
