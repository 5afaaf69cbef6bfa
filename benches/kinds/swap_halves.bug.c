// expect: refuted
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int h=__VERIFIER_nondet_int(); __VERIFIER_assume(h>=1 && h<=50000);
  int a[2*h]; int b[2*h];
  for(int t=0;t<2*h;t++){ a[t]=__VERIFIER_nondet_int(); b[t]=a[t]; }
  for(int i=0;i<h-1;i++){
    int t=a[i]; a[i]=a[h+i]; a[h+i]=t;
  }
  int k=__VERIFIER_nondet_int(); __VERIFIER_assume(0<=k && k<h);
  if(a[k]!=b[h+k] || a[h+k]!=b[k]) reach_error();
  return 0;
}
