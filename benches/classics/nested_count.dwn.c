// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(), m=__VERIFIER_nondet_int();
  __VERIFIER_assume(n>=0 && n<=10000 && m>=0 && m<=10000);
  long c=0;
  int i=n;
  while(i>0){
    int j=m;
    while(j>0){ c+=2; j--; }
    i--;
  }
  if(c!=2L*n*m) reach_error();
  return 0;
}
