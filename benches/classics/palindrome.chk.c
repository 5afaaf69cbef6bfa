// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  char s[n];
  for(int t=0;t<n;t++) s[t]=(char)('a'+(__VERIFIER_nondet_int()&1));
  int i=0,j=n-1,ok=1;
  while(i<j){ if(s[i]!=s[j]){ ok=0; break; } i++; j--; }
  if(ok) for(int k=0;k<n;k++) if(s[k]!=s[n-1-k]) reach_error();
  return 0;
}
