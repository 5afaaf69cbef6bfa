// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int m[64][64];
static void clear(void){ for(int i=0;i<64;i++) for(int j=0;j<64;j++) m[i][j]=0; }
static void diag(int d){ for(int i=0;i<64;i++) m[i][i]=d; }
int main(void){
  int d=__VERIFIER_nondet_int(); __VERIFIER_assume(d!=0);
  clear(); diag(d);
  int x=__VERIFIER_nondet_int(), y=__VERIFIER_nondet_int();
  if(0<=x && x<64 && 0<=y && y<64){
    if(m[x][y]!=0 && x!=y) reach_error();
    if(x==y && m[x][y]!=d) reach_error();
  }
  return 0;
}
