// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
static int gcd(int x,int y){
  while(y!=0){ int t=x%y; x=y; y=t; }
  return x;
}
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[n];
  for(int t=0;t<n;t++){ a[t]=__VERIFIER_nondet_int(); __VERIFIER_assume(a[t]>=1); }
  int g=a[0];
  for(int i=1;i<n;i++){ int h=gcd(a[i],g); if(h>g) reach_error(); g=h; }
  if(!(1<=g && g<=a[0])) reach_error();
  return 0;
}
