// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int m[40][40],top[40];
int main(void){
  int h=__VERIFIER_nondet_int(),w=__VERIFIER_nondet_int(); __VERIFIER_assume(h>0 && h<=40 && w>0 && w<=40);
  for(int i=0;i<h;i++) for(int j=0;j<w;j++) m[i][j]=__VERIFIER_nondet_int();
  for(int i=0;i<h;i++){
    int best=m[i][0];
    for(int j=1;j<w;j++) if(best<m[i][j]) best=m[i][j];
    top[i]=best;
  }
  for(int i=0;i<h;i++)
    for(int j=0;j<w;j++) { if(!(m[i][j]<=top[i])) reach_error(); }
  return 0;
}
