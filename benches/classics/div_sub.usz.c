// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
static unsigned long quot(unsigned long a,unsigned long b,unsigned long *rem){
  unsigned long q=0;
  while(a>=b){ a-=b; ++q; }
  *rem=a;
  return q;
}
int main(void){
  unsigned long a=(unsigned)__VERIFIER_nondet_int(), b=(unsigned)__VERIFIER_nondet_int();
  __VERIFIER_assume(b>=1 && a<=1000000);
  unsigned long r;
  unsigned long q=quot(a,b,&r);
  if(r>=b) reach_error();
  if(q*b+r!=a) reach_error();
  if(q>a) reach_error();
  return 0;
}
