// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[n];
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  int i,j;
  for(i=0;i<n;i++)
    for(j=i+1;j<n;j++)
      if(a[i]==a[j]) goto found;
  int x=__VERIFIER_nondet_int(), y=__VERIFIER_nondet_int();
  __VERIFIER_assume(0<=x && x<y && y<n);
  if(a[x]==a[y]) reach_error();
  return 0;
found:
  if(i>=j || j>=n || a[i]!=a[j]) reach_error();
  return 1;
}
