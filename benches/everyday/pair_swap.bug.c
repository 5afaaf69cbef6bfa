// expect: refuted
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int a[1000],o[1000];
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>0 && n<=1000);
  for(int t=0;t<n;t++){ a[t]=__VERIFIER_nondet_int(); o[t]=a[t]; }
  for(int i=0;i+1<n;i++){ int s=a[i]; a[i]=a[i+1]; a[i+1]=s; }
  int k=__VERIFIER_nondet_int(); __VERIFIER_assume(k>=0 && k<n/2);
  if(!(a[2*k]==o[2*k+1])) reach_error();
  if(!(a[2*k+1]==o[2*k])) reach_error();
  return 0;
}
