// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=2 && n<=100000);
  int a[n]; int d[n-1];
  for(int t=0;t<n;t++){ a[t]=__VERIFIER_nondet_int(); __VERIFIER_assume(a[t]>=-1000000 && a[t]<=1000000); }
  for(int i=0;i+1<n;i++) d[i]=a[i+1]-a[i];
  int s=a[0];
  for(int k=0;k+1<n;k++){ s+=d[k]; if(s!=a[k+1]) reach_error(); }
  return 0;
}
