// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[n];
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  int m=a[0];
  for(int i=1;i<n;i++) if(a[i]>m) m=a[i];
  for(int k=0;k<n;k++) if(a[k]>m) reach_error();
  int found=0;
  for(int k=0;k<n;k++) if(a[k]==m) found=1;
  if(!found) reach_error();
  return 0;
}
