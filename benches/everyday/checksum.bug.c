// expect: refuted
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int x=0,y=0,i=0;
  int d[500];
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>0 && n<=500);
  for(int t=0;t<n;t++){ d[t]=__VERIFIER_nondet_int(); __VERIFIER_assume(d[t]>=0 && d[t]<251); }
  do {
    x=(x+d[i])%251;
    y+=d[i];
    if(y>251) y-=251;
    i++;
  } while(i<n);
  if(!(x==y)) reach_error();
  return 0;
}
