// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int a[1000],lo[1000],eq[1000],hi[1000];
int nlo,neq,nhi;
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=0 && n<=1000);
  int x=__VERIFIER_nondet_int();
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  nlo=0; neq=0; nhi=0;
  for(int i=0;i<n;i++){
    if(a[i]<x) lo[nlo++]=a[i];
    else if(a[i]>x) hi[nhi++]=a[i];
    else eq[neq++]=a[i];
  }
  if(nlo+neq+nhi!=n) reach_error();
  for(int k=0;k<nlo;k++) if(lo[k]>=x) reach_error();
  for(int k=0;k<neq;k++) if(eq[k]!=x) reach_error();
  for(int k=0;k<nhi;k++) if(hi[k]<=x) reach_error();
  return 0;
}
