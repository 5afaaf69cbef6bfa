// expect: refuted
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int a[1000],p[1000];
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>0 && n<=1000);
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  p[0]=0;
  for(int i=1;i<n;i++){
    p[i]=p[i-1];
    if(a[i]<a[i-1]) p[i]=i;
  }
  int k=__VERIFIER_nondet_int(),j=__VERIFIER_nondet_int(); __VERIFIER_assume(k>=0 && k<n && j>=0 && j<=k);
  if(!(p[k]>=0 && p[k]<=k)) reach_error();
  if(!(a[p[k]]<=a[j])) reach_error();
  return 0;
}
