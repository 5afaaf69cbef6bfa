// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  unsigned n=(unsigned)__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=1u<<30);
  unsigned p=1; int steps=0;
  while(p<n){ p<<=1; steps++; }
  if(p<n) reach_error();
  if(p>=2*n) reach_error();
  if(steps<0) reach_error();
  return 0;
}
