// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
struct set { int size; int dense[50]; int sparse[50]; };
static int member(const struct set *s,int x){ int p=s->sparse[x]; return p<s->size && s->dense[p]==x; }
static void add(struct set *s,int x){ if(!member(s,x) && s->size<50){ s->dense[s->size]=x; s->sparse[x]=s->size; s->size++; } }
static void del(struct set *s,int x){ if(member(s,x)){ int p=s->sparse[x]; s->size--; int y=s->dense[s->size]; s->dense[p]=y; s->sparse[y]=p; } }
int main(void){
  struct set s;
  s.size=0;
  for(int t=0;t<50;t++){ s.dense[t]=0; s.sparse[t]=0; }
  while(__VERIFIER_nondet_int()>0){
    int x=__VERIFIER_nondet_int(); __VERIFIER_assume(0<=x && x<50);
    if(__VERIFIER_nondet_int()>1) add(&s,x); else { del(&s,x); if(member(&s,x)) reach_error(); }
  }
  if(!(0<=s.size && s.size<=50)) reach_error();
  for(int k=0;k<s.size;k++) if(s.sparse[s.dense[k]]!=k) reach_error();
  return 0;
}
