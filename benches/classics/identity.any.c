// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=1000);
  int m[n][n];
  for(int i=0;i<n;i++){
    for(int j=0;j<n;j++) m[i][j]=0;
    m[i][i]=1;
  }
  int x=__VERIFIER_nondet_int(), y=__VERIFIER_nondet_int();
  __VERIFIER_assume(0<=x && x<n && 0<=y && y<n);
  if(x==y){ if(m[x][y]!=1) reach_error(); }
  else if(m[x][y]!=0) reach_error();
  return 0;
}
