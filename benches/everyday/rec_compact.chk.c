// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
struct rec { int id; int live; };
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>0 && n<=10000);
  struct rec r[n];
  for(int t=0;t<n;t++){
    r[t].id=__VERIFIER_nondet_int(); r[t].live=__VERIFIER_nondet_int();
    if(t>0) __VERIFIER_assume(r[t-1].id<=r[t].id);
  }
  int w=0;
  for(int i=0;i<n;i++){
    if(r[i].live==0) continue;
    r[w].id=r[i].id;
    r[w].live=r[i].live;
    w++;
  }
  for(int k=0;k<w;k++){
    if(!(r[k].live!=0)) reach_error();
    if(k>0) { if(!(r[k-1].id<=r[k].id)) reach_error(); }
  }
  return 0;
}
