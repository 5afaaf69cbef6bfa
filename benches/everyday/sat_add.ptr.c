// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
static void add(unsigned char *p,const unsigned char *q,int n){
  const unsigned char *end=q+n;
  while(q!=end){
    unsigned char room=(unsigned char)(255-*p);
    if(*q>room) *p=255; else *p=(unsigned char)(*p+*q);
    p++; q++;
  }
}
int main(void){
  unsigned char a[512],b[512],o[512];
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=0 && n<=512);
  for(int t=0;t<n;t++){ a[t]=__VERIFIER_nondet_uchar(); b[t]=__VERIFIER_nondet_uchar(); o[t]=a[t]; }
  add(a,b,n);
  int k=__VERIFIER_nondet_int(); __VERIFIER_assume(k>=0 && k<n);
  if(o[k]+b[k]>=255) { if(!(a[k]==255)) reach_error(); }
  else { if(!(a[k]==o[k]+b[k])) reach_error(); }
  return 0;
}
