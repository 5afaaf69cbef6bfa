// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[n]; int b[n];
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  b[0]=a[0];
  for(int i=1;i<n;i++){ if(a[i]>b[i-1]) b[i]=a[i]; else b[i]=b[i-1]; }
  int x=__VERIFIER_nondet_int(); int y=__VERIFIER_nondet_int();
  if(0<=x && x<n && 0<=y && y<n){
    if(x<=y){ if(a[x]>b[y] || b[x]>b[y]) reach_error(); }
    else { if(b[x]<b[y]) reach_error(); }
  }
  return 0;
}
