// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
void two_way(int *first,int *past,int *out){
  while(past>first){ past--; *out=*past; out++; }
}
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[n]; int b[n];
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  two_way(a,a+n,b);
  int k=__VERIFIER_nondet_int(); __VERIFIER_assume(0<=k && k<n);
  if(b[k]!=a[n-1-k]) reach_error();
  return 0;
}
