// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
typedef unsigned long size_t;
int a[2000],o[1000];
static void open_gap(size_t n,size_t p,size_t g){
  size_t i=n;
  while(i>p){ i--; a[i+g]=a[i]; }
}
int main(void){
  size_t n=__VERIFIER_nondet_ulong(); __VERIFIER_assume(n<=1000);
  size_t p=__VERIFIER_nondet_ulong(); __VERIFIER_assume(p<=n);
  size_t g=__VERIFIER_nondet_ulong(); __VERIFIER_assume(g<=1000);
  for(size_t t=0;t<n;t++){ a[t]=__VERIFIER_nondet_int(); o[t]=a[t]; }
  open_gap(n,p,g);
  for(size_t k=0;k<n;k++){
    if(k<p) { if(!(a[k]==o[k])) reach_error(); }
    else { if(!(a[k+g]==o[k])) reach_error(); }
  }
  return 0;
}
