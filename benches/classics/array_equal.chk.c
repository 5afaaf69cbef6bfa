// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[n]; int b[n];
  for(int t=0;t<n;t++){ a[t]=__VERIFIER_nondet_int(); b[t]=__VERIFIER_nondet_int(); }
  int eq=1;
  for(int i=0;i<n && eq;i++) if(a[i]!=b[i]) eq=0;
  if(eq){ for(int k=0;k<n;k++) if(a[k]!=b[k]) reach_error(); }
  else { int d=0; for(int k=0;k<n;k++) if(a[k]!=b[k]) d=1; if(!d) reach_error(); }
  return 0;
}
