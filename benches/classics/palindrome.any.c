// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
static int is_pal(int *a,int n){
  int ok=1;
  for(int i=0;i<n/2;i++) if(a[i]!=a[n-1-i]) ok=0;
  return ok;
}
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[n];
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  int r=is_pal(a,n);
  int k=__VERIFIER_nondet_int();
  if(0<=k && k<n && r==1 && a[k]!=a[n-1-k]) reach_error();
  return 0;
}
