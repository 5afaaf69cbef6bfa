// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern void *malloc(unsigned long);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int lim=__VERIFIER_nondet_int();
  int *a=malloc(n*sizeof(int)); __VERIFIER_assume(a!=0);
  int *b=malloc(n*sizeof(int)); __VERIFIER_assume(b!=0);
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  int m=0;
  for(int i=0;i<n;i++) if(a[i]>=lim){ b[m]=a[i]; m++; }
  if(m<0 || m>n) reach_error();
  for(int k=0;k<m;k++) if(b[k]<lim) reach_error();
  return 0;
}
