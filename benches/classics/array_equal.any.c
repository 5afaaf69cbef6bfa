// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
static _Bool same(const char *p,const char *q,int n){
  while(n>0){ if(*p!=*q) return 0; p++; q++; n--; }
  return 1;
}
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  char a[n]; char b[n];
  for(int t=0;t<n;t++){ a[t]=(char)(__VERIFIER_nondet_int()&3); b[t]=(char)(__VERIFIER_nondet_int()&3); }
  _Bool r=same(a,b,n);
  int k=__VERIFIER_nondet_int(); __VERIFIER_assume(0<=k && k<n);
  if(r && a[k]!=b[k]) reach_error();
  return 0;
}
