// expect: refuted
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=0 && n<=1000);
  int a[1000];
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  int neg=0,zero=0,pos=0;
  for(int i=0;i<n;i++){
    if(a[i]<0) neg++;
    if(a[i]==0) zero++;
    if(a[i]>=0) pos++;
  }
  if(neg<0 || neg>n || zero<0 || zero>n || pos<0 || pos>n) reach_error();
  if(neg+zero+pos!=n) reach_error();
  return 0;
}
