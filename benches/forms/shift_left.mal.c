// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern void *malloc(unsigned long);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int *a=malloc(n*sizeof(int)); __VERIFIER_assume(a!=0);
  int *old=malloc(n*sizeof(int)); __VERIFIER_assume(old!=0);
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  for(int t=0;t<n;t++) old[t]=a[t];
  for(int i=0;i<n-1;i++) a[i]=a[i+1];
  for(int k=0;k<n-1;k++) if(a[k]!=old[k+1]) reach_error();
  return 0;
}
