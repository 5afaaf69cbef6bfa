// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void); extern unsigned long __VERIFIER_nondet_ulong(void);
extern void *malloc(unsigned long);

static void flip(unsigned char *b,unsigned long n){
  for(unsigned long i=n;i-->0;) b[i]^=0xff;
}
int main(void){
  unsigned long n=__VERIFIER_nondet_ulong(); __VERIFIER_assume(n>=1 && n<=100000);
  unsigned char *a=malloc(n), *b=malloc(n);
  __VERIFIER_assume(a!=0 && b!=0);
  for(unsigned long t=0;t<n;t++){ a[t]=__VERIFIER_nondet_uchar(); b[t]=a[t]; }
  flip(b,n);
  flip(b,n);
  for(unsigned long k=0;k<n;k++) if(a[k]!=b[k]) reach_error();
  return 0;
}
