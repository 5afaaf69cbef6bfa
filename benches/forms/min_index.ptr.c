// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int *min_at(int *p,int *end){
  int *best=p;
  while(p!=end){ if(*p<*best) best=p; p++; }
  return best;
}
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[n];
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  int *q=min_at(a,a+n);
  int k=__VERIFIER_nondet_int(); __VERIFIER_assume(0<=k && k<n);
  if(!(*q<=a[k])) reach_error();
  return 0;
}
