// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
static int ilog2(unsigned long x){
  int r=-1;
  while(x!=0){ x>>=1; r++; }
  return r;
}
int main(void){
  unsigned long x=__VERIFIER_nondet_ulong();
  int r=ilog2(x);
  if(!(r>=-1 && r<=63)) reach_error();
  if(!((r==-1)==(x==0))) reach_error();
  if(r>=0) { if(!((x>>r)==1)) reach_error(); }
  return 0;
}
