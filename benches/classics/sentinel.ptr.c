// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
static const char *scan(const char *p,char c){
  while(*p!=c) p++;
  return p;
}
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  char s[n+1]; char c=(char)(__VERIFIER_nondet_int()%128);
  for(int t=0;t<n;t++) s[t]=(char)(__VERIFIER_nondet_int()%128);
  s[n]=c;
  const char *e=scan(s,c);
  if(*e!=c) reach_error();
  if(e-s>n) reach_error();
  int k=__VERIFIER_nondet_int();
  if(0<=k && k<e-s && s[k]==c) reach_error();
  return 0;
}
