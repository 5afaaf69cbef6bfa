// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
struct List { int el[1000]; int len; };
int main(void){
  struct List src, dst;
  int lim=__VERIFIER_nondet_int();
  src.len=__VERIFIER_nondet_int(); __VERIFIER_assume(src.len>=1 && src.len<=1000);
  for(int t=0;t<src.len;t++) src.el[t]=__VERIFIER_nondet_int();
  dst.len=0;
  for(int i=0;i<src.len;i++)
    if(src.el[i]>=lim){ dst.el[dst.len]=src.el[i]; dst.len++; }
  if(dst.len<0 || dst.len>src.len) reach_error();
  for(int k=0;k<dst.len;k++) if(dst.el[k]<lim) reach_error();
  return 0;
}
