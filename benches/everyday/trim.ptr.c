// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);
static char *ltrim(char *s){ while(*s==' ') s++; return s; }
static void rtrim(char *s,char *end){
  while(end>s && end[-1]==' ') end--;
  *end=0;
}
int main(void){
  char buf[129];
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=0 && n<=128);
  for(int t=0;t<n;t++){ buf[t]=__VERIFIER_nondet_char(); __VERIFIER_assume(buf[t]!=0); }
  buf[n]=0;
  char *p=ltrim(buf);
  if(!(p>=buf && p<=buf+n)) reach_error();
  if(!(*p!=' ')) reach_error();
  rtrim(p,buf+n);
  if(!(*p!=' ')) reach_error();
  for(char *q=buf;q<p;q++) { if(!(*q==' ')) reach_error(); }
  return 0;
}
