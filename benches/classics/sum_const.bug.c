// expect: refuted
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int c=__VERIFIER_nondet_int(); __VERIFIER_assume(c>=-1000 && c<=1000);
  int a[n];
  for(int t=0;t<n;t++) a[t]=c;
  long s=0;
  for(int i=1;i<n;i++) s+=a[i];
  if(s!=(long)n*c) reach_error();
  return 0;
}
