// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int a=__VERIFIER_nondet_int(), b=__VERIFIER_nondet_int();
  __VERIFIER_assume(a>=0 && b>=1);
  int q=0,r=a;
  while(r>=b){ r=r-b; q++; }
  if(!(0<=r && r<b)) reach_error();
  if((long)q*b+r!=a) reach_error();
  return 0;
}
