// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int a[1000];
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=1000);
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  for(int top=n;top>1;top--)
    for(int j=1;j<top;j++)
      if(a[j-1]>a[j]){ int h=a[j-1]; a[j-1]=a[j]; a[j]=h; }
  for(int x=0;x<n;x++) for(int y=x+1;y<n;y++) if(a[x]>a[y]) reach_error();
  return 0;
}
