// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int top=__VERIFIER_nondet_int(); __VERIFIER_assume(top>=1 && top<=1000);
  int b[n];
  int c=0;
  for(int i=0;i<n;i++){ b[i]=c; c++; if(c==top) c=0; }
  for(int k=0;k<n;k++) if(!(0<=b[k] && b[k]<top)) reach_error();
  return 0;
}
