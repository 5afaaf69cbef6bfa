// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>0 && n<=10000);
  int a[n],d[n];
  for(int t=0;t<n;t++){ a[t]=__VERIFIER_nondet_int(); __VERIFIER_assume(a[t]>=0 && a[t]<=1000000); }
  int prev=0;
  for(int i=0;i<n;i++){ d[i]=a[i]-prev; prev=a[i]; }
  int acc=0;
  for(int i=0;i<n;i++){
    acc+=d[i];
    if(!(acc==a[i])) reach_error();
  }
  return 0;
}
