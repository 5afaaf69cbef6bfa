// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);
static int number(const char **pp,int max){
  const char *p=*pp;
  int v=0;
  while(*p>='0' && *p<='9'){
    v=v*10+(*p-'0');
    if(v>max) v=max;
    p++;
  }
  *pp=p;
  return v;
}
int main(void){
  char s[65];
  for(int t=0;t<64;t++) s[t]=__VERIFIER_nondet_char();
  s[64]=0;
  int max=__VERIFIER_nondet_int(); __VERIFIER_assume(max>=0 && max<=65535);
  const char *p=s;
  int v=number(&p,max);
  if(!(v>=0 && v<=max)) reach_error();
  if(!(p>=s && p<=s+64)) reach_error();
  if(!(*p<'0' || *p>'9')) reach_error();
  return 0;
}
