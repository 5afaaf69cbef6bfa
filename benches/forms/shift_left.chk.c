// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[n]; int old[n];
  for(int t=0;t<n;t++){ a[t]=__VERIFIER_nondet_int(); old[t]=a[t]; }
  int i=0;
  while(i+1<n){ a[i]=a[i+1]; i=i+1; }
  for(int k=0;k+1<n;k++) if(a[k]!=old[k+1]) reach_error();
  return 0;
}
