// expect: refuted
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  unsigned char map[128]; int idx[200];
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>0 && n<=200);
  for(int t=0;t<n;t++){ idx[t]=__VERIFIER_nondet_int(); __VERIFIER_assume(idx[t]>=0 && idx[t]<1024); }
  for(int t=0;t<128;t++) map[t]=0;
  for(int i=0;i<n;i++) map[idx[i]>>3]=(unsigned char)(1<<(idx[i]&7));
  int k=__VERIFIER_nondet_int(); __VERIFIER_assume(k>=0 && k<n);
  if(!((map[idx[k]/8]&(1<<(idx[k]%8)))!=0)) reach_error();
  return 0;
}
