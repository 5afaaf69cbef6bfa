// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int a[400];
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>0 && n<=200);
  for(int t=0;t<2*n;t+=2){ a[t]=__VERIFIER_nondet_int(); a[t+1]=__VERIFIER_nondet_int(); __VERIFIER_assume(a[t]<=a[t+1]); }
  int i=2*n;
  while(i>0){
    i-=2;
    int s=a[i]; a[i]=a[i+1]; a[i+1]=s;
  }
  int k=__VERIFIER_nondet_int(); __VERIFIER_assume(k>=0 && k<n);
  if(!(a[2*k]>=a[2*k+1])) reach_error();
  return 0;
}
