// expect: refuted
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int a=__VERIFIER_nondet_int(), b=__VERIFIER_nondet_int();
  __VERIFIER_assume(a>=0 && b>=0);
  int x=a,y=b;
  while(y!=0){ int t=x%y; x=y; y=t; }
  if(x>a) reach_error();
  return 0;
}
