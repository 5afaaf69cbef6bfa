// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[n]; int b[n];
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  for(int i=0;i<n;i++) b[i]=a[n-1-i];
  int k=__VERIFIER_nondet_int(); int v=__VERIFIER_nondet_int();
  if(0<=k && k<n){
    if((b[k]==v)!=(a[n-1-k]==v)) reach_error();
  }
  return 0;
}
