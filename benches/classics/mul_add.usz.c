// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  unsigned a=(unsigned)__VERIFIER_nondet_int(), b=(unsigned)__VERIFIER_nondet_int();
  __VERIFIER_assume(a<=100000 && b<=10000);
  unsigned p=0,c=a;
  while(c!=0){ p+=b; c--; }
  if(p!=a*b) reach_error();
  return 0;
}
