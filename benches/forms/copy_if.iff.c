// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[n]; int b[n];
  for(int t=0;t<n;t++){ a[t]=__VERIFIER_nondet_int(); b[t]=-1; }
  int m=0;
  for(int i=0;i<n;i++) if(a[i]>=0){ b[m]=a[i]; m++; }
  int k=__VERIFIER_nondet_int();
  if(0<=k && k<n){
    if(k<m){ if(b[k]<0) reach_error(); }
    else { if(b[k]!=-1) reach_error(); }
  }
  return 0;
}
