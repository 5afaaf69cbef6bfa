// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void *malloc(unsigned long);
int main(void){
  unsigned long n=__VERIFIER_nondet_ulong(); __VERIFIER_assume(n>0 && n<=100000);
  unsigned *a=malloc(n*sizeof(unsigned));
  unsigned *d=malloc(n*sizeof(unsigned));
  if(a==0 || d==0) return 0;
  for(unsigned long t=0;t<n;t++) a[t]=__VERIFIER_nondet_uint();
  for(unsigned long i=0;i<n;i++) d[i]= i==0 ? a[0] : a[i]-a[i-1];
  for(unsigned long i=1;i<n;i++) d[i]+=d[i-1];
  unsigned long k=__VERIFIER_nondet_ulong(); __VERIFIER_assume(k<n);
  if(!(d[k]==a[k])) reach_error();
  return 0;
}
