// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void); extern unsigned long __VERIFIER_nondet_ulong(void);
static void flip(unsigned char *b,unsigned long n){
  unsigned char *p=b+n;
  do { --p; *p=(unsigned char)~*p; } while(p!=b);
}
int main(void){
  unsigned char a[1000],b[1000];
  unsigned long n=__VERIFIER_nondet_ulong(); __VERIFIER_assume(n>=1 && n<=1000);
  for(unsigned long t=0;t<n;t++){ a[t]=__VERIFIER_nondet_uchar(); b[t]=a[t]; }
  flip(b,n);
  for(unsigned long k=0;k<n;k++) if(a[k]+b[k]!=255) reach_error();
  return 0;
}
