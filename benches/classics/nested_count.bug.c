// expect: refuted
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(), m=__VERIFIER_nondet_int();
  __VERIFIER_assume(n>=0 && n<=10000 && m>=0 && m<=10000);
  int c=0,j=0;
  for(int i=0;i<n;i++) while(j<m){ c++; j++; }
  if(c!=n*m) reach_error();
  return 0;
}
