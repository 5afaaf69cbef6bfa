// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int a[1000];
int was[1000];
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=1000);
  for(int t=0;t<n;t++){ int v=__VERIFIER_nondet_int(); a[t]=v; was[t]=v; }
  for(int i=1;i<n;i++) a[i-1]=a[i];
  for(int k=1;k<n;k++) if(a[k-1]!=was[k]) reach_error();
  return 0;
}
