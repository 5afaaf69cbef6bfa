// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  unsigned long n=(unsigned)__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  unsigned long d=(unsigned)__VERIFIER_nondet_int(), s=(unsigned)__VERIFIER_nondet_int(), m=(unsigned)__VERIFIER_nondet_int();
  __VERIFIER_assume(d<=n && s<=n && m<=n-d && m<=n-s);
  int a[n]; int b[n];
  for(unsigned long t=0;t<n;t++){ a[t]=__VERIFIER_nondet_int(); b[t]=a[t]; }
  if(d<s){ for(unsigned long i=0;i<m;i++) a[d+i]=a[s+i]; }
  else { for(unsigned long i=m;i>0;i--) a[d+i-1]=a[s+i-1]; }
  for(unsigned long k=0;k<m;k++) if(a[d+k]!=b[s+k]) reach_error();
  return 0;
}
