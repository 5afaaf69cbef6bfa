// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern void *malloc(unsigned long);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int lo=__VERIFIER_nondet_int(); int hi=__VERIFIER_nondet_int(); __VERIFIER_assume(lo<=hi);
  int *a=malloc(n*sizeof(int)); __VERIFIER_assume(a!=0);
  for(int i=0;i<n;i++){
    int v=__VERIFIER_nondet_int();
    a[i]=v<lo?lo:(v>hi?hi:v);
  }
  for(int k=0;k<n;k++) if(!(lo<=a[k] && a[k]<=hi)) reach_error();
  return 0;
}
