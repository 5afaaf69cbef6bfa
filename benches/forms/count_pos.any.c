// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[n]; _Bool mark[n];
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  int c=0,marked=0;
  for(int i=0;i<n;i++){
    mark[i]=0;
    if(a[i]>0) c++;
    if(a[i]>0){ mark[i]=1; marked++; }
  }
  if(!(0<=c && c<=n)) reach_error();
  if(c!=marked) reach_error();
  int k=__VERIFIER_nondet_int(); __VERIFIER_assume(0<=k && k<n);
  if(mark[k] && a[k]<=0) reach_error();
  if(!mark[k] && a[k]>0) reach_error();
  return 0;
}
