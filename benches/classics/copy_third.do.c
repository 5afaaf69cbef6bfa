// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  short a[3*n]; short b[n];
  for(int t=0;t<3*n;t++) a[t]=(short)(t%3);
  short *p=a+2,*q=b; int m=n;
  do { *q=*p; q++; m--; if(m>0) p+=3; } while(m>0);
  for(int k=0;k<n;k++) if(b[k]!=2) reach_error();
  return 0;
}
