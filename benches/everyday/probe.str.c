// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
struct slot { int key; int val; };
struct map { struct slot s[16]; };
static struct slot *find(struct map *m,int key){
  unsigned h=(unsigned)key%16u;
  for(int i=0;i<16;i++){
    struct slot *p=&m->s[(h+(unsigned)i)%16u];
    if(p->key==key || p->key==0) return p;
  }
  return 0;
}
int main(void){
  struct map m;
  for(int t=0;t<16;t++){ m.s[t].key=0; m.s[t].val=0; }
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=0 && n<=40);
  while(n-->0){
    int key=__VERIFIER_nondet_int(); __VERIFIER_assume(key!=0);
    struct slot *p=find(&m,key);
    if(p==0) break;
    p->key=key; p->val=key/2;
  }
  for(int k=0;k<16;k++) { if(!(m.s[k].val==m.s[k].key/2)) reach_error(); }
  return 0;
}
