// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int a[1000];
int b[1000];
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=1000);
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  for(int i=0;i<n;i++) b[n-1-i]=a[i];
  for(int k=0;k<n;k++) if(b[k]!=a[n-1-k]) reach_error();
  return 0;
}
