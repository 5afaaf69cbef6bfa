// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
struct Sig { int lo; int hi; int v[1000]; };
int main(void){
  struct Sig s;
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=1000);
  s.lo=__VERIFIER_nondet_int(); s.hi=__VERIFIER_nondet_int(); __VERIFIER_assume(s.lo<=s.hi);
  for(int t=0;t<n;t++) s.v[t]=__VERIFIER_nondet_int();
  for(int i=0;i<n;i++){
    if(s.v[i]<s.lo) s.v[i]=s.lo;
    else if(s.v[i]>s.hi) s.v[i]=s.hi;
  }
  for(int k=0;k<n;k++) if(s.v[k]<s.lo || s.v[k]>s.hi) reach_error();
  return 0;
}
