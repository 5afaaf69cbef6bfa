// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern void *malloc(unsigned long);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int *a=malloc(n*sizeof(int)); __VERIFIER_assume(a!=0);
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  int m=n-1;
  for(int i=n-2;i>=0;i--) if(a[i]<a[m]) m=i;
  if(m<0 || m>=n) reach_error();
  for(int k=0;k<n;k++) if(!(a[m]<=a[k])) reach_error();
  return 0;
}
