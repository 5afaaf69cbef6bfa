// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int a[1000],b[1000];
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=0 && n<=1000);
  int lo=__VERIFIER_nondet_int(), hi=__VERIFIER_nondet_int(), d=__VERIFIER_nondet_int();
  __VERIFIER_assume(0<=lo && lo<=hi && hi<=n && d>=-1000 && d<=1000);
  for(int t=0;t<n;t++){
    int v=__VERIFIER_nondet_int(); __VERIFIER_assume(v>=-1000 && v<=1000);
    a[t]=v; b[t]=v;
  }
  for(int i=lo;i<hi;i++) a[i]+=d;
  for(int i=hi-1;i>=lo;i--) a[i]-=d;
  for(int k=0;k<n;k++) if(a[k]!=b[k]) reach_error();
  return 0;
}
