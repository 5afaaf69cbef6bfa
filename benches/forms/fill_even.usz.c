// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
typedef unsigned long size_t;
int main(void){
  unsigned n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=50000);
  int a[2*n];
  for(size_t i=0;i<2*n;i+=2){ a[i]=0; a[i+1]=7; }
  for(size_t k=0;k<n;k++){
    if(a[2*k]!=0) reach_error();
    if(a[2*k+1]!=7) reach_error();
  }
  return 0;
}
