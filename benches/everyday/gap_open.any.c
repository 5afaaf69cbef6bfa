// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int a[1100],o[1000];
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>0 && n<=1000);
  int p=__VERIFIER_nondet_int(); __VERIFIER_assume(p>=0 && p<=n);
  int g=__VERIFIER_nondet_int(); __VERIFIER_assume(g>=0 && g<=100);
  for(int t=0;t<n;t++){ a[t]=__VERIFIER_nondet_int(); o[t]=a[t]; }
  for(int i=n-1;i>=p;i--) a[i+g]=a[i];
  for(int i=p;i<p+g;i++) a[i]=0;
  int k=__VERIFIER_nondet_int(); __VERIFIER_assume(k>=0 && k<n+g);
  if(k<p) { if(!(a[k]==o[k])) reach_error(); }
  else if(k<p+g) { if(!(a[k]==0)) reach_error(); }
  else { if(!(a[k]==o[k-g])) reach_error(); }
  return 0;
}
