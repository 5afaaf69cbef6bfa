// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int a[1000];
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=1000);
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  int lo=a[0],hi=a[0];
  for(int i=1;i<n;i++){
    if(a[i]<lo) lo=a[i];
    else if(a[i]>hi) hi=a[i];
  }
  int seen_lo=0,seen_hi=0;
  for(int k=0;k<n;k++){
    if(a[k]==lo) seen_lo=1;
    if(a[k]==hi) seen_hi=1;
  }
  if(!seen_lo || !seen_hi) reach_error();
  return 0;
}
