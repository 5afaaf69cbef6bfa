// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
struct tri { int dim; int v[16][16]; } s;
int main(void){
  s.dim=__VERIFIER_nondet_int(); __VERIFIER_assume(s.dim>=0 && s.dim<=16);
  int c=__VERIFIER_nondet_int();
  for(int i=0;i<16;i++) for(int j=0;j<16;j++) s.v[i][j]=__VERIFIER_nondet_int();
  for(int i=0;i<s.dim;i++) for(int j=0;j<=i;j++) s.v[i][j]=c;
  for(int i=0;i<s.dim;i++) for(int j=0;j<=i;j++) if(s.v[i][j]!=c) reach_error();
  return 0;
}
