// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
static void shift(int *a,int n,int d){
  for(int i=0;i<n;i++) a[i]=a[i]+d;
}
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[n]; int b[n];
  int d=__VERIFIER_nondet_int(); __VERIFIER_assume(d>=0 && d<=1000);
  for(int t=0;t<n;t++){
    int v=__VERIFIER_nondet_int(); __VERIFIER_assume(v>=-1000 && v<=1000);
    a[t]=v; b[t]=v;
  }
  shift(a,n,d);
  int above=0;
  for(int i=0;i<n;i++) if(a[i]>=b[i]) above++;
  shift(a,n,-d);
  if(above!=n) reach_error();
  int k=__VERIFIER_nondet_int(); __VERIFIER_assume(0<=k && k<n);
  if(a[k]!=b[k]) reach_error();
  return 0;
}
