// expect: refuted
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=2 && n<=100000);
  int a[n];
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  int k=__VERIFIER_nondet_int(); __VERIFIER_assume(0<=k && k<n-1);
  int want=a[k+1];
  for(int i=n-2;i>=0;i--) a[i]=a[i+1];
  if(a[k]!=want) reach_error();
  return 0;
}
