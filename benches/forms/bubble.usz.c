// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  unsigned n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=10000);
  int a[n];
  for(unsigned long t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  for(unsigned long top=n;top>1;top--)
    for(unsigned long j=0;j+1<top;j++)
      if(a[j]>a[j+1]){ int h=a[j]; a[j]=a[j+1]; a[j+1]=h; }
  for(unsigned long x=0;x<n;x++) for(unsigned long y=x+1;y<n;y++) if(a[x]>a[y]) reach_error();
  return 0;
}
