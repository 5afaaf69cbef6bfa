// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int c[2*n]; int a[n]; int b[n];
  for(int t=0;t<2*n;t++) c[t]=__VERIFIER_nondet_int();
  for(int i=0;i<n;i++){ a[i]=c[2*i]; b[i]=c[2*i+1]; }
  for(int k=0;k<n;k++) if(a[k]!=c[2*k] || b[k]!=c[2*k+1]) reach_error();
  return 0;
}
