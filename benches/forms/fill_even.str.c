// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
struct Row { int len; int cell[2000]; } r;
int main(void){
  r.len=__VERIFIER_nondet_int(); __VERIFIER_assume(r.len>=1 && r.len<=1000);
  for(int i=0;i<r.len;i++){ r.cell[2*i]=0; r.cell[2*i+1]=7; }
  int k=__VERIFIER_nondet_int(); __VERIFIER_assume(0<=k && k<r.len);
  if(r.cell[2*k]!=0) reach_error();
  if(r.cell[2*k+1]!=7) reach_error();
  return 0;
}
