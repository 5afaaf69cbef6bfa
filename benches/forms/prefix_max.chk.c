// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[n]; int b[n];
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  b[0]=a[0];
  for(int i=1;i<n;i++){ if(a[i]>b[i-1]) b[i]=a[i]; else b[i]=b[i-1]; }
  for(int k=0;k<n;k++) if(a[k]>b[k]) reach_error();
  for(int x=0;x<n;x++) for(int y=x+1;y<n;y++) if(b[x]>b[y]) reach_error();
  return 0;
}
