// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=500);
  int m=__VERIFIER_nondet_int(); __VERIFIER_assume(m>=1 && m<=500);
  int a[n][m]; int b[m][n];
  for(int i=0;i<n;i++) for(int j=0;j<m;j++) a[i][j]=__VERIFIER_nondet_int();
  for(int i=0;i<n;i++) for(int j=0;j<m;j++) b[j][i]=a[i][j];
  int x=__VERIFIER_nondet_int(), y=__VERIFIER_nondet_int();
  __VERIFIER_assume(0<=x && x<n && 0<=y && y<m);
  if(b[y][x]!=a[x][y]) reach_error();
  return 0;
}
