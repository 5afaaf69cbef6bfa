// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[n];
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  int v=__VERIFIER_nondet_int();
  int w=0;
  for(int r=0;r<n;r++) if(a[r]!=v){ a[w]=a[r]; w++; }
  if(!(0<=w && w<=n)) reach_error();
  for(int k=0;k<w;k++) if(a[k]==v) reach_error();
  return 0;
}
