// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
struct Box { int w[1000]; int n; int at; } b;
int main(void){
  b.n=__VERIFIER_nondet_int(); __VERIFIER_assume(b.n>=1 && b.n<=1000);
  for(int t=0;t<b.n;t++) b.w[t]=__VERIFIER_nondet_int();
  b.at=0;
  for(int i=1;i<b.n;i++) if(b.w[i]<b.w[b.at]) b.at=i;
  if(b.at<0 || b.at>=b.n) reach_error();
  for(int k=0;k<b.n;k++) if(b.w[b.at]>b.w[k]) reach_error();
  return 0;
}
