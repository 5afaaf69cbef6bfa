// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern void *malloc(unsigned long);
static unsigned long first_diff(const unsigned char *a,const unsigned char *b,unsigned long n){
  unsigned long i;
  for(i=0;i!=n;i++) if(a[i]!=b[i]) break;
  return i;
}
int main(void){
  unsigned long n=(unsigned)__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  unsigned char *a=malloc(n); unsigned char *b=malloc(n);
  __VERIFIER_assume(a!=0 && b!=0);
  for(unsigned long t=0;t<n;t++){ a[t]=(unsigned char)(__VERIFIER_nondet_int()&1); b[t]=(unsigned char)(__VERIFIER_nondet_int()&1); }
  unsigned long d=first_diff(a,b,n);
  if(d>n) reach_error();
  if(d<n && a[d]==b[d]) reach_error();
  for(unsigned long k=0;k<d;k++) if(a[k]!=b[k]) reach_error();
  return 0;
}
