// expect: refuted
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=1000);
  int m[n][n];
  for(int i=0;i<n;i++){
    for(int j=0;j<n;j++) m[i][j]=0;
    m[i][n-1-i]=1;
  }
  int x=__VERIFIER_nondet_int(); __VERIFIER_assume(0<=x && x<n);
  if(m[x][x]!=1) reach_error();
  return 0;
}
