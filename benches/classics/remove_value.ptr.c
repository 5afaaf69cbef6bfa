// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
static short *remove_value(short *p,short *end,short v){
  short *w=p;
  while(p!=end){ if(*p!=v) *w++=*p; p++; }
  return w;
}
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  short a[n];
  for(int t=0;t<n;t++) a[t]=(short)__VERIFIER_nondet_int();
  short v=(short)__VERIFIER_nondet_int();
  short *e=remove_value(a,a+n,v);
  if(e>a+n) reach_error();
  for(short *q=a;q<e;q++) if(*q==v) reach_error();
  return 0;
}
