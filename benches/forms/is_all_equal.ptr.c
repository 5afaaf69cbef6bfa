// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int is_all_equal(int *p,int *end){
  int first=*p;
  for(;p<end;p++) if(*p!=first) return 0;
  return 1;
}
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[n];
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  int same=is_all_equal(a,a+n);
  int k=__VERIFIER_nondet_int(); __VERIFIER_assume(0<=k && k<n);
  if(same && a[k]!=a[0]) reach_error();
  return 0;
}
