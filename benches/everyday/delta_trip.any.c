// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int a[1000],d[1000],b[1000];
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>0 && n<=1000);
  for(int t=0;t<n;t++){ a[t]=__VERIFIER_nondet_int(); __VERIFIER_assume(a[t]>=-1000000 && a[t]<=1000000); }
  d[0]=a[0];
  for(int i=1;i<n;i++) d[i]=a[i]-a[i-1];
  b[0]=d[0];
  for(int i=1;i<n;i++) b[i]=b[i-1]+d[i];
  int k=__VERIFIER_nondet_int(); __VERIFIER_assume(k>=0 && k<n);
  if(!(b[k]==a[k])) reach_error();
  return 0;
}
