// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int d[n]; int p[n];
  for(int i=0;i<n;i++){ d[i]=i; p[i]=i; }
  while(__VERIFIER_nondet_int()){
    int x=__VERIFIER_nondet_int(), y=__VERIFIER_nondet_int();
    if(0<=x && x<n && 0<=y && y<n){
      int u=d[x], v=d[y];
      d[x]=v; d[y]=u; p[v]=x; p[u]=y;
    }
  }
  int k=__VERIFIER_nondet_int(); __VERIFIER_assume(0<=k && k<n);
  if(!(0<=d[k] && d[k]<n)) reach_error();
  if(p[d[k]]!=k || d[p[k]]!=k) reach_error();
  return 0;
}
