// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
void shift_left(int *p,int *last){
  while(p<last){ *p=*(p+1); p++; }
}
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[n]; int old[n];
  for(int t=0;t<n;t++){ a[t]=__VERIFIER_nondet_int(); old[t]=a[t]; }
  shift_left(a,a+(n-1));
  int k=__VERIFIER_nondet_int(); __VERIFIER_assume(0<=k && k<n-1);
  if(a[k]!=old[k+1]) reach_error();
  return 0;
}
