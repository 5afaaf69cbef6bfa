// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
struct item { int key; int val; };
int main(void){
  struct item it[1000],was[1000];
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=1000);
  for(int t=0;t<n;t++){
    it[t].key=__VERIFIER_nondet_int(); it[t].val=__VERIFIER_nondet_int();
    was[t].key=it[t].key; was[t].val=it[t].val;
  }
  int pass=0;
  do {
    for(int i=0;i<n;i++){ int t=it[i].key; it[i].key=it[i].val; it[i].val=t; }
    pass++;
  } while(pass<2);
  int k=__VERIFIER_nondet_int(); __VERIFIER_assume(0<=k && k<n);
  if(it[k].key!=was[k].key || it[k].val!=was[k].val) reach_error();
  return 0;
}
