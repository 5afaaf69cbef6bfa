// expect: refuted
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=10000);
  int a[n];
  int q=0;
  for(int i=0;i<n;i++){ a[i]=q; q+=2*i; }
  for(int k=0;k<n;k++) if(a[k]!=k*k) reach_error();
  return 0;
}
