// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void){
  unsigned char a[800],b[800],c[800];
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>0 && n<=800);
  for(int t=0;t<n;t++){ a[t]=__VERIFIER_nondet_uchar(); b[t]=__VERIFIER_nondet_uchar(); }
  for(int i=0;i<n;i++){
    int s=a[i]+b[i];
    c[i]=(unsigned char)(s>255 ? 255 : s);
  }
  int k=__VERIFIER_nondet_int(); __VERIFIER_assume(k>=0 && k<n);
  if(!(c[k]>=a[k] && c[k]>=b[k])) reach_error();
  if(!(c[k]==255 || c[k]==a[k]+b[k])) reach_error();
  return 0;
}
