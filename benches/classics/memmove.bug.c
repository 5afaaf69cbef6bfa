// expect: refuted
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int h=__VERIFIER_nondet_int(); __VERIFIER_assume(h>=0 && h<=n);
  char a[n]; char b[n];
  for(int t=0;t<n;t++){ a[t]=(char)(__VERIFIER_nondet_int()%128); b[t]=a[t]; }
  for(int i=h;i<n;i++) a[i]=a[i-h];
  for(int k=h;k<n;k++) if(a[k]!=b[k-h]) reach_error();
  return 0;
}
