// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=10000);
  int a[n];
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  for(int top=n-1;top>0;top--)
    for(int j=0;j<top;j++)
      if(a[j]>a[j+1]){ int h=a[j]; a[j]=a[j+1]; a[j+1]=h; }
  int x=__VERIFIER_nondet_int(); int y=__VERIFIER_nondet_int();
  __VERIFIER_assume(0<=x && x<y && y<n);
  if(a[x]>a[y]) reach_error();
  return 0;
}
