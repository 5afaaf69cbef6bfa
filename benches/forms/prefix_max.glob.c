// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int a[1000];
int b[1000];
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=1000);
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  int top=a[0];
  for(int i=0;i<n;i++){ if(a[i]>top) top=a[i]; b[i]=top; }
  for(int k=0;k<n;k++) if(a[k]>b[k]) reach_error();
  for(int k=1;k<n;k++) if(b[k-1]>b[k]) reach_error();
  return 0;
}
