// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[n]; _Bool mark[n];
  int c=0;
  for(int i=0;i<n;i++){
    a[i]=__VERIFIER_nondet_int();
    if(a[i]>0){ mark[i]=1; c++; } else mark[i]=0;
  }
  int again=0;
  for(int k=0;k<n;k++) if(mark[k]) again++;
  if(again!=c) reach_error();
  return 0;
}
