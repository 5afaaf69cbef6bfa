// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
struct item { int key; int tag; };
int main(void){
  struct item in[200],out[200]; int next[4];
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>0 && n<=200);
  for(int t=0;t<n;t++){ in[t].key=__VERIFIER_nondet_int(); __VERIFIER_assume(in[t].key>=0 && in[t].key<4); in[t].tag=t; }
  for(int v=0;v<4;v++) next[v]=0;
  for(int i=0;i<n;i++) next[in[i].key]++;
  int at=0;
  for(int v=0;v<4;v++){ int c=next[v]; next[v]=at; at+=c; }
  if(!(at==n)) reach_error();
  for(int i=0;i<n;i++) out[next[in[i].key]++]=in[i];
  for(int k=1;k<n;k++) { if(!(out[k-1].key<=out[k].key)) reach_error(); }
  return 0;
}
