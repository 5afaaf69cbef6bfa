// expect: refuted
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  char s[n];
  for(int t=0;t<n;t++) s[t]=(char)('a'+(__VERIFIER_nondet_int()&1));
  int ok=1;
  for(int i=0;i<n/2-1;i++) if(s[i]!=s[n-1-i]) ok=0;
  if(ok) for(int k=0;k<n;k++) if(s[k]!=s[n-1-k]) reach_error();
  return 0;
}
