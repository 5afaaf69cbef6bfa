// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=0 && n<=1000);
  int t=__VERIFIER_nondet_int(); __VERIFIER_assume(t>=-1000 && t<=1000);
  int a[1000],b[1000];
  for(int i=0;i<n;i++) a[i]=__VERIFIER_nondet_int();
  int m=0;
  for(int i=0;i<n;i++){
    if(a[i]<=t) continue;
    b[m]=a[i]; m++;
  }
  for(int j=0;j<m;j++){
    int found=0;
    for(int k=0;k<n;k++) if(a[k]==b[j]){ found=1; break; }
    if(!found) reach_error();
  }
  return 0;
}
