// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int v[1000],p[1001];
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=0 && n<=1000);
  for(int t=0;t<n;t++){
    v[t]=__VERIFIER_nondet_int(); __VERIFIER_assume(v[t]>=0 && v[t]<=10);
  }
  int s=0,i=0;
  while(i<n){ p[i]=s; s+=v[i]; i++; }
  p[i]=s;
  for(int k=0;k<n;k++){
    if(p[k+1]-p[k]!=v[k]) reach_error();
    if(p[k]>p[k+1] || p[k]>10*k) reach_error();
  }
  if(p[n]<p[0] || p[n]>10*n) reach_error();
  return 0;
}
