// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int a=__VERIFIER_nondet_int(), b=__VERIFIER_nondet_int();
  __VERIFIER_assume(a>=0 && a<=100000);
  long p=0;
  for(int i=0;i<a;i++) p+=b;
  if(p!=(long)a*b) reach_error();
  return 0;
}
