// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int s[1000];
int len;
int main(void){
  int m=__VERIFIER_nondet_int(); __VERIFIER_assume(m>=0 && m<=1000);
  len=0;
  for(int t=0;t<m;t++){
    int x=__VERIFIER_nondet_int();
    int i;
    for(i=0;i<len;i++) if(s[i]==x) goto have;
    s[len]=x; len++;
  have:
    if(i>=len || s[i]!=x) reach_error();
  }
  int p=__VERIFIER_nondet_int(), q=__VERIFIER_nondet_int();
  __VERIFIER_assume(0<=p && p<q && q<len);
  if(s[p]==s[q]) reach_error();
  return 0;
}
