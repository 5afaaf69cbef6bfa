// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
static void gray(unsigned char *p,unsigned char *end){
  for(;p!=end;p+=3){
    unsigned char y=p[0];
    if(p[1]>y) y=p[1];
    if(p[2]>y) y=p[2];
    p[0]=y; p[1]=y; p[2]=y;
  }
}
int main(void){
  unsigned char px[3000];
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=0 && n<=1000);
  for(int t=0;t<3*n;t++) px[t]=__VERIFIER_nondet_uchar();
  gray(px,px+3*n);
  for(unsigned char *q=px;q<px+3*n;q+=3)
    if(q[0]!=q[1] || q[1]!=q[2]) reach_error();
  return 0;
}
