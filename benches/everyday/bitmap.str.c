// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
struct bits { unsigned char b[16]; int count; };
static int add(struct bits *s,int i){
  unsigned char m=(unsigned char)(1<<(i&7));
  if(s->b[i>>3]&m) return 0;
  s->b[i>>3]|=m;
  s->count++;
  return 1;
}
int main(void){
  struct bits s; int fresh=0,tries=0;
  for(int t=0;t<16;t++) s.b[t]=0;
  s.count=0;
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=0 && n<=1000);
  for(;tries<n;tries++){
    int i=__VERIFIER_nondet_int(); __VERIFIER_assume(i>=0 && i<128);
    if(add(&s,i)) fresh++;
    if(!((s.b[i>>3]>>(i&7))&1)) reach_error();
  }
  if(!(s.count==fresh && s.count<=n)) reach_error();
  return 0;
}
