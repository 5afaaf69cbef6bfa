// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  unsigned map[32];
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>0 && n<=1024);
  for(int t=0;t<32;t++) map[t]=0;
  for(int i=0;i<n;i++) map[i/32]|=1u<<(i%32);
  for(int k=0;k<1024;k++){
    if(k<n) { if(!(((map[k/32]>>(k%32))&1u)==1u)) reach_error(); }
    else { if(!(((map[k/32]>>(k%32))&1u)==0u)) reach_error(); }
  }
  return 0;
}
