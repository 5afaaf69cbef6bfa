// expect: refuted
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[n]; int b[n];
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  b[0]=a[0];
  for(int i=1;i<n;i++){ if(a[i]>a[i-1]) b[i]=a[i]; else b[i]=a[i-1]; }
  int x=__VERIFIER_nondet_int(); int y=__VERIFIER_nondet_int();
  __VERIFIER_assume(0<=x && x<=y && y<n);
  if(b[x]>b[y]) reach_error();
  if(a[x]>b[x]) reach_error();
  return 0;
}
