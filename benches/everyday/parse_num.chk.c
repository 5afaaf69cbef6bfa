// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>0 && n<=1000);
  char s[n+1];
  for(int t=0;t<n;t++) s[t]=__VERIFIER_nondet_char();
  s[n]=0;
  int i=0,v=0,ok=1;
  for(;s[i]!=0;i++){
    if(s[i]<'0' || s[i]>'9'){ ok=0; break; }
    if(v<100000) v=v*10+(s[i]-'0');
  }
  if(!(i<=n)) reach_error();
  if(!(v>=0 && v<1000000)) reach_error();
  for(int k=0;k<i;k++) { if(!(s[k]>='0' && s[k]<='9')) reach_error(); }
  if(ok) { if(!(s[i]==0)) reach_error(); }
  else { if(!(s[i]!=0)) reach_error(); }
  return 0;
}
