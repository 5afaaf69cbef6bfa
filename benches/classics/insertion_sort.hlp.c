// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
static void sink(int *a,int k){
  while(k>0 && a[k-1]>a[k]){ int t=a[k]; a[k]=a[k-1]; a[k-1]=t; k--; }
}
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[n];
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  for(int i=0;i<n;i++) sink(a,i);
  int x=__VERIFIER_nondet_int(), y=__VERIFIER_nondet_int();
  __VERIFIER_assume(0<=x && x<y && y<n);
  if(!(a[x]<=a[y])) reach_error();
  return 0;
}
