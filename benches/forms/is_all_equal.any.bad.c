// expect: refuted
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[n];
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  int same=1;
  for(int i=1;i<n;i++) same=(a[i]==a[0]);
  int k=__VERIFIER_nondet_int(); __VERIFIER_assume(0<=k && k<n);
  if(same && a[k]!=a[0]) reach_error();
  return 0;
}
