// expect: refuted
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);
int main(void){
  char s[500];
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=0 && n<=500);
  for(int t=0;t<n;t++) s[t]=__VERIFIER_nondet_char();
  int b=0,e=n;
  while(b<e && s[b]==' ') b++;
  while(b<e && s[b]=='\t') b++;
  while(e>b && (s[e-1]==' ' || s[e-1]=='\t')) e--;
  if(!(0<=b && b<=e && e<=n)) reach_error();
  if(b<e) { if(!(s[b]!=' ' && s[b]!='\t')) reach_error(); }
  return 0;
}
