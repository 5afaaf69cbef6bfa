// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
struct frame { unsigned char data[64]; int len; unsigned char sum; };
static unsigned char sum_of(const struct frame *f){
  int s=0;
  for(int i=0;i<f->len;i++){ s+=f->data[i]; if(s>=255) s-=255; }
  return (unsigned char)s;
}
int main(void){
  struct frame f;
  f.len=__VERIFIER_nondet_int(); __VERIFIER_assume(f.len>=0 && f.len<=64);
  for(int i=0;i<f.len;i++) f.data[i]=__VERIFIER_nondet_uchar();
  f.sum=sum_of(&f);
  if(!(f.sum<255)) reach_error();
  if(!(f.len>0 || f.sum==0)) reach_error();
  int s=0,i=0;
  while(i<f.len){ s+=f.data[i]; if(s>=255) s-=255; { if(!(s>=0 && s<255)) reach_error(); } i++; }
  return 0;
}
