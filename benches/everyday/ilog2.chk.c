// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);
int main(void){
  unsigned x=__VERIFIER_nondet_uint(); __VERIFIER_assume(x>0 && x<=1000000u);
  unsigned p=1; int r=0;
  while(p<=x/2){ p*=2; r++; }
  if(!(p<=x)) reach_error();
  if(!(x-p<p)) reach_error();
  unsigned q=1;
  for(int k=0;k<r;k++) q*=2;
  if(!(q==p)) reach_error();
  return 0;
}
