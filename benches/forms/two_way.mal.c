// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern void *malloc(unsigned long);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int *a=malloc(n*sizeof(int)); __VERIFIER_assume(a!=0);
  int *b=malloc(n*sizeof(int)); __VERIFIER_assume(b!=0);
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  for(int i=0,j=n-1;j>=0;i++,j--) b[i]=a[j];
  for(int k=0;k<n;k++) if(b[k]!=a[n-1-k]) reach_error();
  return 0;
}
