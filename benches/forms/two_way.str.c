// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
struct Pair { int fwd[1000]; int bwd[1000]; int n; };
int main(void){
  struct Pair p;
  p.n=__VERIFIER_nondet_int(); __VERIFIER_assume(p.n>=1 && p.n<=1000);
  for(int t=0;t<p.n;t++) p.fwd[t]=__VERIFIER_nondet_int();
  for(int i=0;i<p.n;i++) p.bwd[i]=p.fwd[p.n-1-i];
  for(int k=0;k<p.n;k++) if(p.bwd[k]!=p.fwd[p.n-1-k]) reach_error();
  return 0;
}
