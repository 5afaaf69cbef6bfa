// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
struct Bag { int n; int it[1000]; } g;
int main(void){
  g.n=__VERIFIER_nondet_int(); __VERIFIER_assume(g.n>=1 && g.n<=1000);
  for(int t=0;t<g.n;t++) g.it[t]=__VERIFIER_nondet_int();
  for(int top=g.n-1;top>0;top--)
    for(int j=0;j<top;j++)
      if(g.it[j]>g.it[j+1]){ int h=g.it[j]; g.it[j]=g.it[j+1]; g.it[j+1]=h; }
  for(int x=0;x<g.n;x++) for(int y=x+1;y<g.n;y++) if(g.it[x]>g.it[y]) reach_error();
  return 0;
}
