// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=10000);
  unsigned char px[3*n];
  for(int t=0;t<3*n;t++) px[t]=__VERIFIER_nondet_uchar();
  for(int i=0;i<3*n;i+=3){
    int y=(px[i]+px[i+1]+px[i+2])/3;
    px[i]=(unsigned char)y; px[i+1]=(unsigned char)y; px[i+2]=(unsigned char)y;
  }
  int k=__VERIFIER_nondet_int(); __VERIFIER_assume(0<=k && k<n);
  if(px[3*k]!=px[3*k+1] || px[3*k]!=px[3*k+2]) reach_error();
  return 0;
}
