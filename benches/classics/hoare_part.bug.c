// expect: refuted
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[n];
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  int p=__VERIFIER_nondet_int();
  int i=0,j=n-1;
  while(i<=j){
    if(a[i]<p) i++;
    else if(a[j]>p) j--;
    else { int t=a[i]; a[i]=a[j]; a[j]=t; i++; j--; }
  }
  for(int k=0;k<i;k++) if(!(a[k]<p)) reach_error();
  return 0;
}
