// expect: refuted
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=0 && n<=100000);
  int p[n+1];
  p[0]=0;
  for(int i=0;i<n;i++){
    int v=__VERIFIER_nondet_int(); __VERIFIER_assume(v>=-1 && v<=10);
    p[i+1]=p[i]+v;
  }
  int x=__VERIFIER_nondet_int(), y=__VERIFIER_nondet_int();
  __VERIFIER_assume(0<=x && x<=y && y<=n);
  if(p[x]>p[y] || p[y]-p[x]>10*(y-x)) reach_error();
  return 0;
}
