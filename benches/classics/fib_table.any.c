// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=2 && n<=100000);
  unsigned long f[n];
  unsigned long x=0,y=1;
  for(int i=0;i<n;i++){ f[i]=x; unsigned long z=x+y; x=y; y=z; }
  int k=__VERIFIER_nondet_int();
  if(2<=k && k<n && f[k]!=f[k-1]+f[k-2]) reach_error();
  return 0;
}
