// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
static int *lower(int *base,int len,int x){
  while(len>0){
    int half=len/2;
    if(base[half]<x){ base+=half+1; len-=half+1; }
    else len=half;
  }
  return base;
}
int main(void){
  int a[600];
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>0 && n<=600);
  for(int t=0;t<n;t++){ a[t]=__VERIFIER_nondet_int(); if(t>0) __VERIFIER_assume(a[t-1]<=a[t]); }
  int x=__VERIFIER_nondet_int();
  int *p=lower(a,n,x);
  if(!(p>=a && p<=a+n)) reach_error();
  if(p>a) { if(!(p[-1]<x)) reach_error(); }
  if(p<a+n) { if(!(*p>=x)) reach_error(); }
  return 0;
}
