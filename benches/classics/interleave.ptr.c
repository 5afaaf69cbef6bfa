// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
static void interleave(const char *a,const char *b,char *c,int n){
  while(n>0){ *c++=*a++; *c++=*b++; n--; }
}
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  char a[n]; char b[n]; char c[2*n];
  for(int t=0;t<n;t++){ a[t]=(char)(__VERIFIER_nondet_int()%128); b[t]=(char)(__VERIFIER_nondet_int()%128); }
  interleave(a,b,c,n);
  int k=__VERIFIER_nondet_int(); __VERIFIER_assume(0<=k && k<n);
  if(c[2*k]!=a[k] || c[2*k+1]!=b[k]) reach_error();
  return 0;
}
