// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  unsigned n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[n]; int old[n];
  for(unsigned long t=0;t<n;t++){ a[t]=__VERIFIER_nondet_int(); old[t]=a[t]; }
  unsigned long i=0;
  while(i<n-1){ a[i]=a[i+1]; ++i; }
  for(unsigned long k=0;k<n-1;k++) if(a[k]!=old[k+1]) reach_error();
  return 0;
}
