// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[n]; int b[n];
  for(int t=0;t<n;t++){ a[t]=__VERIFIER_nondet_int(); b[t]=__VERIFIER_nondet_int(); }
  int d=0;
  while(d<n && a[d]==b[d]) d++;
  if(!(0<=d && d<=n)) reach_error();
  for(int k=0;k<d;k++) if(a[k]!=b[k]) reach_error();
  if(d<n && a[d]==b[d]) reach_error();
  return 0;
}
