// expect: refuted
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[n]; int s[n];
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  int m=a[n-1];
  for(int i=n-1;i>=0;i--){ s[i]=m; if(a[i]<m) m=a[i]; }
  for(int x=0;x<n;x++) for(int y=x;y<n;y++) if(s[x]>a[y]) reach_error();
  return 0;
}
