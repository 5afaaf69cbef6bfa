// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
struct Vec { int x[1000]; _Bool flat; } v;
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=1000);
  for(int t=0;t<n;t++) v.x[t]=__VERIFIER_nondet_int();
  v.flat=1;
  for(int i=1;i<n;i++) if(v.x[i]!=v.x[0]) v.flat=0;
  if(v.flat) for(int k=0;k<n;k++) if(v.x[k]!=v.x[0]) reach_error();
  return 0;
}
