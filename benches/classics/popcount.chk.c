// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  unsigned x=(unsigned)__VERIFIER_nondet_int();
  int c=0;
  for(int i=0;i<32;i++) c+=(int)((x>>i)&1u);
  if(!(0<=c && c<=32)) reach_error();
  return 0;
}
