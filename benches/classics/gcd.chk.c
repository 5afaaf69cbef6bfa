// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int a=__VERIFIER_nondet_int(), b=__VERIFIER_nondet_int();
  __VERIFIER_assume(a>=1 && b>=1);
  int x=a,y=b;
  while(x!=y){ if(x>y) x=x-y; else y=y-x; }
  if(!(x>=1 && x<=a && x<=b)) reach_error();
  return 0;
}
