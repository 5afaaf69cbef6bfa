// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[n];
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  int m=0,i=1;
  while(i<n){ if(a[i]<a[m]) m=i; i=i+1; }
  if(m<0 || m>=n) reach_error();
  for(int k=0;k<n;k++) if(!(a[m]<=a[k])) reach_error();
  return 0;
}
