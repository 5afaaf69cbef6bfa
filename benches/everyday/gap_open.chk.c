// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>0 && n<=10000);
  int p=__VERIFIER_nondet_int(); __VERIFIER_assume(p>=0 && p<=n);
  int a[n+3],o[n];
  for(int t=0;t<n;t++){ o[t]=__VERIFIER_nondet_int(); a[t]=o[t]; }
  for(int i=n;i>p;i--) a[i+2]=a[i-1];
  a[p]=7; a[p+1]=7; a[p+2]=7;
  for(int k=0;k<p;k++) { if(!(a[k]==o[k])) reach_error(); }
  for(int k=p;k<p+3;k++) { if(!(a[k]==7)) reach_error(); }
  for(int k=p;k<n;k++) { if(!(a[k+3]==o[k])) reach_error(); }
  return 0;
}
