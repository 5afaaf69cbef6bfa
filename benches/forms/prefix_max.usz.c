// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  unsigned n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[n]; int b[n];
  for(unsigned long t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  b[0]=a[0];
  for(unsigned long i=1;i<n;i++){ if(a[i]>b[i-1]) b[i]=a[i]; else b[i]=b[i-1]; }
  for(unsigned long k=0;k<n;k++) if(a[k]>b[k]) reach_error();
  for(unsigned long x=0;x<n;x++) for(unsigned long y=x+1;y<n;y++) if(b[x]>b[y]) reach_error();
  return 0;
}
