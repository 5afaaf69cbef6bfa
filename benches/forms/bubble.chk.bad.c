// expect: refuted
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=10000);
  int a[n];
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  int i=0;
  while(i<n){
    int j=0;
    while(j+2<n-i){
      if(a[j]>a[j+1]){ int h=a[j]; a[j]=a[j+1]; a[j+1]=h; }
      j=j+1;
    }
    i=i+1;
  }
  for(int x=0;x<n;x++) for(int y=x+1;y<n;y++) if(a[x]>a[y]) reach_error();
  return 0;
}
