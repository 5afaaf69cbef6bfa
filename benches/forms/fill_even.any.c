// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=50000);
  int a[2*n];
  for(int i=0;i<n;i++){ a[2*i]=0; a[2*i+1]=7; }
  int k=__VERIFIER_nondet_int(); __VERIFIER_assume(0<=k && k<n);
  if(a[2*k]!=0) reach_error();
  if(a[2*k+1]!=7) reach_error();
  return 0;
}
