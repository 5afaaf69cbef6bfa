// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[n]; int b[n];
  for(int t=0;t<n;t++){ a[t]=__VERIFIER_nondet_int(); __VERIFIER_assume(a[t]>=0); }
  int turn=0;
  while(__VERIFIER_nondet_int()>1){
    if(turn==0){ for(int i=0;i<n;i++) b[i]=a[i]/2; turn=1; }
    else { for(int i=0;i<n;i++) a[i]=b[n-1-i]; turn=0; }
  }
  int k=__VERIFIER_nondet_int();
  if(0<=k && k<n && a[k]<0) reach_error();
  if(0<=k && k<n && turn==1 && b[k]<0) reach_error();
  return 0;
}
