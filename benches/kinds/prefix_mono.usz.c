// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void){
  unsigned long n=__VERIFIER_nondet_ulong(); __VERIFIER_assume(n>=1 && n<=1000);
  unsigned long a[1000];
  for(unsigned long t=0;t<n;t++){
    a[t]=__VERIFIER_nondet_ulong(); __VERIFIER_assume(a[t]<=255);
  }
  for(unsigned long i=1;i<n;i++) a[i]+=a[i-1];
  for(unsigned long x=0;x<n;x++)
    for(unsigned long y=x+1;y<n;y++)
      if(a[x]>a[y]) reach_error();
  return 0;
}
