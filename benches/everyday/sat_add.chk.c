// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
#define LIM 1000000
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>0 && n<=10000);
  int a[n],b[n];
  for(int t=0;t<n;t++){
    a[t]=__VERIFIER_nondet_int(); __VERIFIER_assume(a[t]>=-LIM && a[t]<=LIM);
    b[t]=__VERIFIER_nondet_int(); __VERIFIER_assume(b[t]>=-LIM && b[t]<=LIM);
  }
  for(int i=0;i<n;i++){
    a[i]+=b[i];
    if(a[i]>LIM) a[i]=LIM;
    else if(a[i]<-LIM) a[i]=-LIM;
  }
  for(int k=0;k<n;k++){
    if(!(a[k]<=LIM && a[k]>=-LIM)) reach_error();
    if(b[k]==LIM) { if(!(a[k]>=0)) reach_error(); }
  }
  return 0;
}
