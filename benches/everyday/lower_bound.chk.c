// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
static int first_true(const int *flag,int n){
  int lo=-1,hi=n;
  while(hi-lo>1){
    int mid=(lo+hi)/2;
    if(flag[mid]) hi=mid; else lo=mid;
  }
  return hi;
}
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>0 && n<=10000);
  int cut=__VERIFIER_nondet_int(); __VERIFIER_assume(cut>=0 && cut<=n);
  int flag[n];
  for(int t=0;t<n;t++) flag[t]=t>=cut;
  int r=first_true(flag,n);
  if(!(r>=0 && r<=n)) reach_error();
  for(int k=0;k<r;k++) { if(!(flag[k]==0)) reach_error(); }
  for(int k=r;k<n;k++) { if(!(flag[k]==1)) reach_error(); }
  if(!(r==cut)) reach_error();
  return 0;
}
