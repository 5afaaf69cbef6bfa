// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>0 && n<=20000);
  int a[n],p[n];
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  int best=0;
  for(int i=0;i<n;i++){
    if(a[i]<a[best]) best=i;
    p[i]=best;
  }
  for(int k=0;k<n;k++){
    if(!(p[k]<=k)) reach_error();
    if(!(a[p[k]]<=a[k])) reach_error();
    if(k>0) { if(!(p[k]==p[k-1] || p[k]==k)) reach_error(); }
  }
  return 0;
}
