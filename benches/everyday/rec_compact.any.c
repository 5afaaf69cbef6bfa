// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
struct rec { int id; int live; };
int main(void){
  struct rec r[500];
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>0 && n<=500);
  for(int t=0;t<n;t++){ r[t].id=t; r[t].live=__VERIFIER_nondet_int(); }
  int w=0;
  for(int i=0;i<n;i++)
    if(r[i].live){ r[w]=r[i]; w++; }
  int k=__VERIFIER_nondet_int(); __VERIFIER_assume(k>=0 && k<w-1);
  if(!(r[k].live!=0)) reach_error();
  if(!(r[k].id>=k)) reach_error();
  if(!(r[k].id<r[k+1].id)) reach_error();
  return 0;
}
