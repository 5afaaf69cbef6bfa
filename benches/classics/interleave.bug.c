// expect: refuted
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[n]; int b[n]; int c[2*n];
  for(int t=0;t<n;t++){ a[t]=__VERIFIER_nondet_int(); b[t]=__VERIFIER_nondet_int(); }
  for(int i=0;i<2*n;i++){ if(i%2==0) c[i]=a[i/2]; else c[i]=b[(i+1)/2<n?(i+1)/2:n-1]; }
  for(int k=0;k<n;k++) if(c[2*k+1]!=b[k]) reach_error();
  return 0;
}
