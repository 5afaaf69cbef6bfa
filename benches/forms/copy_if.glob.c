// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int a[1000];
int b[1000];
int m, lim;
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=1000);
  lim=__VERIFIER_nondet_int();
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  m=0;
  for(int i=0;i<n;i++){ if(a[i]<lim) continue; b[m]=a[i]; m++; }
  if(m<0 || m>n) reach_error();
  for(int k=0;k<m;k++) if(b[k]<lim) reach_error();
  return 0;
}
