// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=800);
  unsigned char m[n][n];
  for(int i=0;i<n;i++)
    for(int j=0;j<n;j++)
      m[i][j]= j<=i ? 1 : 0;
  int x=__VERIFIER_nondet_int(), y=__VERIFIER_nondet_int();
  if(0<=x && x<n && 0<=y && y<n){
    if(y<=x && m[x][y]==0) reach_error();
    if(y>x && m[x][y]!=0) reach_error();
  }
  return 0;
}
