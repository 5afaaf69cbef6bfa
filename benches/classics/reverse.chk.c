// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[n]; int b[n];
  for(int t=0;t<n;t++){ a[t]=__VERIFIER_nondet_int(); b[t]=a[t]; }
  int i=0,j=n-1;
  while(i<j){ int t=a[i]; a[i]=a[j]; a[j]=t; i++; j--; }
  for(int k=0;k<n;k++) if(a[k]!=b[n-1-k]) reach_error();
  return 0;
}
