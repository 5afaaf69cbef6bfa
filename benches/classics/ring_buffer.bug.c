// expect: refuted
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int cap=__VERIFIER_nondet_int(); __VERIFIER_assume(cap>=1 && cap<=100000);
  int buf[cap];
  int tail=0;
  while(__VERIFIER_nondet_int()){
    if(!(0<=tail && tail<cap)) reach_error();
    buf[tail]=1;
    if(buf[tail]!=1) reach_error();
    tail++;
    if(tail>cap) tail=0;
  }
  return 0;
}
