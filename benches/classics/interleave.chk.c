// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[n]; int b[n]; int c[2*n];
  for(int t=0;t<n;t++){ a[t]=__VERIFIER_nondet_int(); b[t]=__VERIFIER_nondet_int(); }
  for(int i=0;i<n;i++){ c[2*i]=a[i]; c[2*i+1]=b[i]; }
  for(int k=0;k<n;k++){
    if(c[2*k]!=a[k]) reach_error();
    if(c[2*k+1]!=b[k]) reach_error();
  }
  return 0;
}
