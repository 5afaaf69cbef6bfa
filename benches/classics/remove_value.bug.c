// expect: refuted
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[n];
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  int v=__VERIFIER_nondet_int();
  int m=n;
  for(int i=0;i<m;i++) if(a[i]==v){ a[i]=a[m-1]; m--; }
  for(int k=0;k<m;k++) if(a[k]==v) reach_error();
  return 0;
}
