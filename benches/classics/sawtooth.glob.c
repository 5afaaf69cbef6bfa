// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int up=1,c,lim;
static void step(void){
  if(up){ c++; if(c==lim) up=0; }
  else { c--; if(c==0) up=1; }
}
int main(void){
  lim=__VERIFIER_nondet_int(); __VERIFIER_assume(lim>=1 && lim<=1000000);
  while(__VERIFIER_nondet_int()){
    step();
    if(!(0<=c && c<=lim)) reach_error();
  }
  return 0;
}
