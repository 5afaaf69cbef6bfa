// expect: refuted
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=2 && n<=100000);
  int a[n];
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  int m1=a[0],m2=a[1];
  if(m2>m1){ m1=a[1]; m2=a[0]; }
  for(int i=2;i<n;i++){
    if(a[i]>m1){ m2=m1; m1=a[i]; }
  }
  for(int k=0;k<n;k++) if(!(a[k]<=m2 || a[k]==m1)) reach_error();
  return 0;
}
