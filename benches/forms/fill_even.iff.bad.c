// expect: refuted
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[n];
  for(int i=0;i<n;i++){ if(i%3==0) a[i]=0; else a[i]=7; }
  int k=__VERIFIER_nondet_int();
  if(0<=k && k<n){
    if(k%2==0){ if(a[k]!=0) reach_error(); }
    else { if(a[k]!=7) reach_error(); }
  }
  return 0;
}
