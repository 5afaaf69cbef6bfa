// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
struct two { int x[500]; int y[500]; int len; };
static void fill_x(struct two *s,int lo,int hi){
  for(int i=lo;i<hi;i++) s->x[i]=-1;
}
int main(void){
  struct two s;
  s.len=__VERIFIER_nondet_int(); __VERIFIER_assume(s.len>=1 && s.len<=500);
  int n=s.len;
  for(int t=0;t<n;t++){ s.x[t]=__VERIFIER_nondet_int(); s.y[t]=s.x[t]; }
  int lo=__VERIFIER_nondet_int(), hi=__VERIFIER_nondet_int();
  __VERIFIER_assume(0<=lo && lo<=hi && hi<=n);
  int k=__VERIFIER_nondet_int(); __VERIFIER_assume(0<=k && k<n);
  int was=s.y[k];
  fill_x(&s,lo,hi);
  if(s.len!=n || s.y[k]!=was) reach_error();
  if(k<lo || k>=hi){ if(s.x[k]!=s.y[k]) reach_error(); }
  else if(s.x[k]!=-1) reach_error();
  return 0;
}
