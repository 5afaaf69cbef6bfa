// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int lg[1025];
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>0 && n<=1024);
  lg[1]=0;
  for(int i=2;i<=n;i++) lg[i]=lg[i/2]+1;
  int k=__VERIFIER_nondet_int(); __VERIFIER_assume(k>=1 && k<=n);
  if(!(lg[k]>=0 && lg[k]<k)) reach_error();
  if(2*k+1<=n) { if(!(lg[2*k]==lg[k]+1 && lg[2*k+1]==lg[2*k])) reach_error(); }
  return 0;
}
