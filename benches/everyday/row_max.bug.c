// expect: refuted
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int m[60][8],top[60];
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>0 && n<=60);
  for(int i=0;i<n;i++) for(int j=0;j<8;j++) m[i][j]=__VERIFIER_nondet_int();
  for(int i=0;i<n;i++){
    top[i]=m[i][0];
    for(int j=1;j<7;j++) if(m[i][j]>top[i]) top[i]=m[i][j];
  }
  int r=__VERIFIER_nondet_int(),c=__VERIFIER_nondet_int(); __VERIFIER_assume(r>=0 && r<n && c>=0 && c<8);
  if(!(top[r]>=m[r][c])) reach_error();
  return 0;
}
