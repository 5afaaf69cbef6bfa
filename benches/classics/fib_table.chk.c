// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=2 && n<=100000);
  unsigned f[n];
  f[0]=0; f[1]=1;
  for(int i=2;i<n;i++) f[i]=f[i-1]+f[i-2];
  for(int k=2;k<n;k++) if(f[k]!=f[k-1]+f[k-2]) reach_error();
  if(f[0]!=0 || f[1]!=1) reach_error();
  return 0;
}
