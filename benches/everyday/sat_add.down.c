// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);
int main(void){
  unsigned a[300],b[300],o[300];
  unsigned n=__VERIFIER_nondet_uint(); __VERIFIER_assume(n>0 && n<=300);
  for(unsigned t=0;t<n;t++){ a[t]=__VERIFIER_nondet_uint(); o[t]=a[t]; b[t]=__VERIFIER_nondet_uint(); }
  for(unsigned i=n;i-->0;){
    unsigned s=a[i]+b[i];
    if(s<a[i]) s=4294967295u;
    a[i]=s;
  }
  for(unsigned k=0;k<n;k++){
    if(!(a[k]>=o[k])) reach_error();
    if(!(a[k]>=b[k])) reach_error();
  }
  return 0;
}
