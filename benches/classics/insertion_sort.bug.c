// expect: refuted
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[n];
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  for(int i=1;i<n;i++){
    int key=a[i]; int j=i-1;
    while(j>0 && a[j]>key){ a[j+1]=a[j]; j--; }
    a[j+1]=key;
  }
  for(int k=0;k+1<n;k++) if(a[k]>a[k+1]) reach_error();
  return 0;
}
