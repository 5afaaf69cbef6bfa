// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  unsigned n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[n];
  for(unsigned long t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  unsigned long m=0;
  for(unsigned long i=1;i<n;i++) if(a[i]<a[m]) m=i;
  if(m>=n) reach_error();
  for(unsigned long k=0;k<n;k++) if(!(a[m]<=a[k])) reach_error();
  return 0;
}
