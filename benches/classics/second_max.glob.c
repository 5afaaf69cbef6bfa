// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int a[1000],n,p,q;
int main(void){
  n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=2 && n<=1000);
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  p=0; q=1;
  if(a[1]>a[0]){ p=1; q=0; }
  for(int i=2;i<n;i++){
    if(a[i]>a[p]){ q=p; p=i; }
    else if(a[i]>a[q]) q=i;
  }
  if(p==q) reach_error();
  for(int k=0;k<n;k++) if(k!=p && a[k]>a[q]) reach_error();
  return 0;
}
