// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int c[2*n]; int a[n]; int b[n];
  for(int t=0;t<2*n;t++) c[t]=t%2;
  int i=0,p=0,q=0;
  while(i<2*n){ if(i%2==0){ a[p]=c[i]; p++; } else { b[q]=c[i]; q++; } i++; }
  if(p!=n || q!=n) reach_error();
  int k=__VERIFIER_nondet_int(); __VERIFIER_assume(0<=k && k<n);
  if(a[k]!=0 || b[k]!=1) reach_error();
  return 0;
}
