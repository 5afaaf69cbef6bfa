// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
struct set { int e[101]; int len; };
static int member(const struct set *s,int x){
  for(int i=0;i<s->len;i++) if(s->e[i]==x) return 1;
  return 0;
}
static void insert(struct set *s,int x){
  if(member(s,x)) return;
  s->e[s->len]=x;
  s->len++;
}
int main(void){
  struct set s;
  s.len=__VERIFIER_nondet_int(); __VERIFIER_assume(s.len>=1 && s.len<=100);
  for(int t=0;t<s.len;t++) s.e[t]=__VERIFIER_nondet_int();
  int p=__VERIFIER_nondet_int(); __VERIFIER_assume(0<=p && p<s.len);
  int y=s.e[p];
  int x=__VERIFIER_nondet_int();
  insert(&s,x);
  if(!member(&s,x)) reach_error();
  if(!member(&s,y)) reach_error();
  return 0;
}
