// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void); extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void){
  unsigned char a[1000],b[1000];
  unsigned long n=__VERIFIER_nondet_ulong(); __VERIFIER_assume(n>=1 && n<=1000);
  for(unsigned long t=0;t<n;t++){ a[t]=__VERIFIER_nondet_uchar(); b[t]=a[t]; }
  unsigned long i=n;
  while(i>0){ i--; b[i]=(unsigned char)(255-b[i]); }
  unsigned long k=__VERIFIER_nondet_ulong(); __VERIFIER_assume(k<n);
  if(b[k]!=255-a[k]) reach_error();
  return 0;
}
