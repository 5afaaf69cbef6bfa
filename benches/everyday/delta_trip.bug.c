// expect: refuted
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);
int main(void){
  unsigned a[400],old[400];
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>0 && n<=400);
  for(int t=0;t<n;t++){ a[t]=__VERIFIER_nondet_uint(); old[t]=a[t]; }
  for(int i=1;i<n;i++) a[i]-=a[i-1];
  for(int i=1;i<n;i++) a[i]+=a[i-1];
  for(int k=0;k<n;k++) { if(!(a[k]==old[k])) reach_error(); }
  return 0;
}
