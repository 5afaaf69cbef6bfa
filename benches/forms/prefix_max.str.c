// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
struct Two { int in[1000]; int up[1000]; } s;
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=1000);
  for(int t=0;t<n;t++) s.in[t]=__VERIFIER_nondet_int();
  s.up[0]=s.in[0];
  for(int i=1;i<n;i++){ if(s.in[i]>s.up[i-1]) s.up[i]=s.in[i]; else s.up[i]=s.up[i-1]; }
  for(int k=0;k<n;k++) if(s.in[k]>s.up[k]) reach_error();
  for(int x=0;x<n;x++) for(int y=x+1;y<n;y++) if(s.up[x]>s.up[y]) reach_error();
  return 0;
}
