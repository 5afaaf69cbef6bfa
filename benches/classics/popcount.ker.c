// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  unsigned x=(unsigned)__VERIFIER_nondet_int();
  unsigned y=x;
  int c=0;
  while(y){ y&=y-1; c++; if(c>32) reach_error(); }
  if(x!=0 && c==0) reach_error();
  return 0;
}
