// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
static long total(const unsigned char *a,int n){
  long s=0;
  while(n-->0) s=s+a[n];
  return s;
}
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  unsigned char a[n];
  for(int t=0;t<n;t++) a[t]=3;
  long s=total(a,n);
  if(s!=3L*n) reach_error();
  return 0;
}
