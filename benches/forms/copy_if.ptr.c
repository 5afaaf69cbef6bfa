// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int *copy_if(int *p,int *end,int *out,int lim){
  while(p<end){ if(*p>=lim){ *out=*p; out++; } p++; }
  return out;
}
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int lim=__VERIFIER_nondet_int();
  int a[n]; int b[n];
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  int *stop=copy_if(a,a+n,b,lim);
  for(int *q=b;q<stop;q++) if(*q<lim) reach_error();
  return 0;
}
