// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>0 && n<=10000);
  int a[n],lo=0,hi=0;
  for(int t=0;t<n;t++){ a[t]=__VERIFIER_nondet_int(); __VERIFIER_assume(a[t]>=-1 && a[t]<=1); }
  for(int i=0;i<n;i++){
    if(a[i]<0) lo++;
    if(a[i]>0) hi++;
  }
  int i=0;
  while(i<lo) a[i++]=-1;
  while(i<n-hi) a[i++]=0;
  while(i<n) a[i++]=1;
  if(!(lo>=0 && hi>=0 && lo+hi<=n)) reach_error();
  for(int k=0;k+1<n;k++) { if(!(a[k]<=a[k+1])) reach_error(); }
  return 0;
}
