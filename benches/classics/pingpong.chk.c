// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int rounds=__VERIFIER_nondet_int(); __VERIFIER_assume(rounds>=0 && rounds<=1000);
  int a[n]; int b[n];
  for(int t=0;t<n;t++){ a[t]=0; b[t]=0; }
  int *src=a,*dst=b;
  for(int r=0;r<rounds;r++){
    for(int i=0;i<n;i++) dst[i]=src[i]+1;
    int *t=src; src=dst; dst=t;
  }
  for(int k=0;k<n;k++) if(src[k]!=rounds) reach_error();
  return 0;
}
