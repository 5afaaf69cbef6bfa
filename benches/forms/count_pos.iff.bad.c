// expect: refuted
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[n];
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  int c=0;
  for(int i=0;i<n;i++) if(a[i]!=0) c++;
  if(c<0 || c>n) reach_error();
  int k=__VERIFIER_nondet_int();
  if(0<=k && k<n){
    if(a[k]>0){ if(c==0) reach_error(); }
    else { if(c==n) reach_error(); }
  }
  return 0;
}
