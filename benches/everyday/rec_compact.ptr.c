// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
struct rec { int id; int live; };
static struct rec *compact(struct rec *p,struct rec *end){
  struct rec *dst=p;
  while(p<end){
    if(p->live) *dst++=*p;
    p++;
  }
  return dst;
}
int main(void){
  struct rec r[300];
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>0 && n<=300);
  for(int t=0;t<n;t++){ r[t].id=3*t; r[t].live=__VERIFIER_nondet_int()>0; }
  struct rec *e=compact(r,r+n);
  if(!(e<=r+n)) reach_error();
  for(struct rec *q=r;q<e;q++){
    if(!(q->live==1)) reach_error();
    if(!(q->id>=0 && q->id<3*n)) reach_error();
  }
  return 0;
}
