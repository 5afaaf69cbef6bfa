// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
struct rec { int id; int live; };
struct table { struct rec row[64]; int used; };
static void compact(struct table *t){
  int w=0;
  for(int i=0;i<t->used;i++){
    if(!t->row[i].live) continue;
    if(w!=i) t->row[w]=t->row[i];
    w++;
  }
  t->used=w;
}
int main(void){
  struct table t;
  t.used=__VERIFIER_nondet_int(); __VERIFIER_assume(t.used>=0 && t.used<=64);
  for(int i=0;i<t.used;i++){ t.row[i].id=100+i; t.row[i].live=__VERIFIER_nondet_int(); }
  int before=t.used;
  compact(&t);
  if(!(t.used>=0 && t.used<=before)) reach_error();
  for(int k=0;k<t.used;k++) { if(!(t.row[k].live!=0 && t.row[k].id>=100+k)) reach_error(); }
  return 0;
}
