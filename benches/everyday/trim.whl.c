// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);
char s[300],out[300];
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=0 && n<300);
  for(int t=0;t<n;t++){ s[t]=__VERIFIER_nondet_char(); __VERIFIER_assume(s[t]!=0); }
  int b=0,e=n,j=0;
lead:
  if(b<n && s[b]==' '){ b++; goto lead; }
  for(;;){
    if(e==b) break;
    if(s[e-1]!=' ') break;
    e--;
  }
  while(b+j<e){ out[j]=s[b+j]; j++; }
  out[j]=0;
  if(!(j==e-b)) reach_error();
  if(j>0){
    if(!(out[0]!=' ')) reach_error();
    if(!(out[j-1]!=' ')) reach_error();
  }
  for(int k=0;k<j;k++) { if(!(out[k]!=0 && out[k]==s[b+k])) reach_error(); }
  return 0;
}
