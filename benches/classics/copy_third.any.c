// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[3*n]; int b[n];
  for(int t=0;t<3*n;t++) a[t]=__VERIFIER_nondet_int();
  for(int i=0;i<n;i++) b[i]=a[3*i];
  int k=__VERIFIER_nondet_int(); __VERIFIER_assume(0<=k && k<n);
  if(b[k]!=a[3*k]) reach_error();
  return 0;
}
