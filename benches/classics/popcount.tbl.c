// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
static int bits(unsigned char v){
  int c=0;
  while(v!=0){ if(v%2==1) c++; v=v/2; }
  return c;
}
int main(void){
  int t[256];
  t[0]=0;
  for(int i=1;i<256;i++) t[i]=t[i/2]+i%2;
  for(int k=0;k<256;k++) if(!(0<=t[k] && t[k]<=k)) reach_error();
  int v=__VERIFIER_nondet_int(); __VERIFIER_assume(0<=v && v<256);
  if(bits((unsigned char)v)<0) reach_error();
  return 0;
}
