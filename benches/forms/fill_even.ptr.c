// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
void fill_even(int *p,int *end){
  while(p<end){ *p=0; p++; *p=7; p++; }
}
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=50000);
  int a[2*n];
  fill_even(a,a+2*n);
  int k=__VERIFIER_nondet_int(); __VERIFIER_assume(0<=k && k<n);
  if(a[2*k]!=0) reach_error();
  if(a[2*k+1]!=7) reach_error();
  return 0;
}
