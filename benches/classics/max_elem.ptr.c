// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
static unsigned max_elem(const unsigned *p,const unsigned *end){
  unsigned m=0;
  for(;p<end;++p) if(*p>m) m=*p;
  return m;
}
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  unsigned a[n];
  for(int t=0;t<n;t++) a[t]=(unsigned)__VERIFIER_nondet_int();
  unsigned m=max_elem(a,a+n);
  int k=__VERIFIER_nondet_int(); __VERIFIER_assume(0<=k && k<n);
  if(a[k]>m) reach_error();
  return 0;
}
