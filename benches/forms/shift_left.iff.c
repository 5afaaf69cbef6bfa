// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[n]; int old[n];
  for(int t=0;t<n;t++){ a[t]=__VERIFIER_nondet_int(); old[t]=a[t]; }
  for(int i=0;i<n-1;i++) a[i]=a[i+1];
  int k=__VERIFIER_nondet_int();
  if(0<=k && k<n){
    if(k<n-1){ if(a[k]!=old[k+1]) reach_error(); }
    else if(a[k]!=old[k]) reach_error();
  }
  return 0;
}
