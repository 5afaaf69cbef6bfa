// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int m[30][30],o[30][30];
int main(void){
  for(int i=0;i<30;i++) for(int j=0;j<30;j++){ m[i][j]=__VERIFIER_nondet_int(); o[i][j]=m[i][j]; }
  for(int i=0;i<30;i++)
    for(int j=0;j<i;j++){ int t=m[i][j]; m[i][j]=m[j][i]; m[j][i]=t; }
  for(int i=0;i<30;i++) for(int j=0;j<30;j++) if(m[i][j]!=o[j][i]) reach_error();
  return 0;
}
