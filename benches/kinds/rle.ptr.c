// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
static unsigned char *encode(const unsigned char *s,const unsigned char *end,unsigned char *d){
  while(s!=end){
    unsigned char c=*s;
    unsigned char run=0;
    do { s++; run++; } while(s!=end && *s==c && run<100);
    *d++=run;
    *d++=c;
  }
  return d;
}
int main(void){
  unsigned char in[500],out[1000];
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=0 && n<=500);
  for(int t=0;t<n;t++) in[t]=__VERIFIER_nondet_uchar();
  unsigned char *e=encode(in,in+n,out);
  if(e<out || e>out+2*n) reach_error();
  for(unsigned char *p=out;p<e;p+=2) if(*p<1 || *p>100) reach_error();
  return 0;
}
