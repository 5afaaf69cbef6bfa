// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);
struct parser { char buf[32]; int pos; int val; int err; };
static void number(struct parser *p){
  int start=p->pos;
  p->val=0; p->err=0;
  while(p->pos<32){
    char c=p->buf[p->pos];
    if(c<'0' || c>'9') break;
    if(p->val>214748363){ p->err=1; return; }
    p->val=10*p->val+(c-'0');
    p->pos++;
  }
  if(p->pos==start) p->err=2;
}
int main(void){
  struct parser p;
  for(int t=0;t<32;t++) p.buf[t]=__VERIFIER_nondet_char();
  p.pos=__VERIFIER_nondet_int(); __VERIFIER_assume(p.pos>=0 && p.pos<=32);
  int from=p.pos;
  number(&p);
  if(!(p.pos>=from && p.pos<=32)) reach_error();
  if(!(p.val>=0)) reach_error();
  if(p.err==0){ { if(!(p.pos>from)) reach_error(); } }
  if(p.err==2){ { if(!(p.val==0)) reach_error(); } }
  return 0;
}
