// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int a[256],p[256],n;
static void build(void){
  int i=0,best=0;
  while(i<n){
    if(a[best]>a[i]) best=i;
    p[i++]=best;
  }
}
int main(void){
  n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>0 && n<=256);
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  build();
  for(int k=1;k<n;k++){
    if(!(p[k-1]<=p[k])) reach_error();
    if(!(a[p[k]]<=a[p[k-1]])) reach_error();
  }
  return 0;
}
