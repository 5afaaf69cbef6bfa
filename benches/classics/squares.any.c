// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=40000);
  int gap[n];
  int i=n;
  do { i--; gap[i]=i*i; } while(i>0);
  int k=__VERIFIER_nondet_int(); __VERIFIER_assume(0<=k && k<n);
  if(gap[k]!=k*k) reach_error();
  if(gap[k]<k) reach_error();
  return 0;
}
