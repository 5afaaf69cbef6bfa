// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=10000);
  int a[n];
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  int again=1;
  while(again){
    again=0;
    for(int j=0;j+1<n;j++)
      if(a[j]>a[j+1]){ int h=a[j]; a[j]=a[j+1]; a[j+1]=h; again=1; }
  }
  for(int x=0;x+1<n;x++) if(a[x]>a[x+1]) reach_error();
  return 0;
}
