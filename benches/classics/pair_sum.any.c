// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[n];
  for(int t=0;t<n;t++){
    a[t]=__VERIFIER_nondet_int(); __VERIFIER_assume(a[t]>=-1000000 && a[t]<=1000000);
    if(t>0) __VERIFIER_assume(a[t-1]<=a[t]);
  }
  int target=__VERIFIER_nondet_int();
  int i=0,j=n-1;
  while(i<j && a[i]+a[j]!=target){
    if(a[i]+a[j]<target) i++; else j--;
  }
  int x=__VERIFIER_nondet_int(), y=__VERIFIER_nondet_int();
  __VERIFIER_assume(0<=x && x<y && y<n);
  if(i>=j && a[x]+a[y]==target) reach_error();
  return 0;
}
