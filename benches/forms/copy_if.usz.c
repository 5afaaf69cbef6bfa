// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  unsigned n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int lim=__VERIFIER_nondet_int();
  int a[n]; int b[n];
  for(unsigned long t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  unsigned long m=0;
  for(unsigned long i=0;i<n;i++) if(a[i]>=lim){ b[m]=a[i]; m++; }
  if(m>n) reach_error();
  for(unsigned long k=0;k<m;k++) if(b[k]<lim) reach_error();
  return 0;
}
