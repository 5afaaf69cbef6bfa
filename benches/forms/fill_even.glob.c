// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int row[2000];
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=1000);
  for(int i=0;i<n;i++){ row[2*i]=0; row[2*i+1]=7; }
  for(int k=0;k<n;k++){
    if(row[2*k]!=0) reach_error();
    if(row[2*k+1]!=7) reach_error();
  }
  return 0;
}
