// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
struct range { int lo,hi; };
static struct range range_of(const int *a,int n){
  struct range r;
  r.lo=a[0]; r.hi=a[0];
  for(int i=1;i<n;i++){
    if(a[i]<r.lo) r.lo=a[i];
    else if(a[i]>r.hi) r.hi=a[i];
  }
  return r;
}
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[n];
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  struct range r=range_of(a,n);
  int found=0;
  for(int k=0;k<n;k++) if(a[k]==r.hi){ found=1; break; }
  if(!found || r.lo>r.hi) reach_error();
  return 0;
}
