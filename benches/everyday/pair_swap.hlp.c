// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
static void swap(unsigned char *x,unsigned char *y){ unsigned char s=*x; *x=*y; *y=s; }
int main(void){
  unsigned char b[512],o[512];
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=0 && n<=512);
  for(int t=0;t<n;t++){ b[t]=__VERIFIER_nondet_uchar(); o[t]=b[t]; }
  for(int i=1;i<n;i+=2) swap(&b[i-1],&b[i]);
  for(int k=1;k<n;k+=2){
    if(!(b[k]==o[k-1])) reach_error();
    if(!(b[k-1]==o[k])) reach_error();
  }
  return 0;
}
