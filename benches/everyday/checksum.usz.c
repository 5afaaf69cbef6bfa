// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
#define MOD 65521u
static unsigned adler(const unsigned char *d,unsigned long n){
  unsigned a=1,b=0;
  for(unsigned long i=0;i<n;i++){
    a=(a+d[i])%MOD;
    b=(b+a)%MOD;
    if(!(a<MOD && b<MOD)) reach_error();
  }
  return (b<<16)|a;
}
int main(void){
  unsigned char d[1024];
  unsigned long n=__VERIFIER_nondet_ulong(); __VERIFIER_assume(n<=1024);
  for(unsigned long t=0;t<n;t++) d[t]=__VERIFIER_nondet_uchar();
  unsigned s=adler(d,n);
  if(!((s&65535u)<MOD)) reach_error();
  if(!((s>>16)<MOD)) reach_error();
  return 0;
}
