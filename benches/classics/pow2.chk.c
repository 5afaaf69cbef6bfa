// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1);
  int p=1;
  while(p<=n/2) p=p*2;
  if(!(1<=p && p<=n)) reach_error();
  if(!(p>n/2)) reach_error();
  return 0;
}
