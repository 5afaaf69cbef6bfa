// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[n]; int b[n];
  for(int i=0;i<n;i++) a[i]=__VERIFIER_nondet_int();
  int m=0,i=0;
  while(i<n){
    if(a[i]>0){ b[m]=a[i]; m=m+1; }
    i=i+1;
  }
  int j=__VERIFIER_nondet_int(); __VERIFIER_assume(0<=j && j<m);
  int k=0;
  while(k<n && a[k]!=b[j]) k++;
  if(k==n) reach_error();
  return 0;
}
