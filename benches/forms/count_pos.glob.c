// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int a[1000];
int mark[1000];
int c, marked;
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=1000);
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  for(int i=0;i<n;i++){
    if(a[i]>0){ mark[i]=1; marked++; } else mark[i]=0;
    c+=mark[i];
  }
  if(c<0 || c>n) reach_error();
  if(c!=marked) reach_error();
  for(int k=0;k<n;k++) if((mark[k]==1)!=(a[k]>0)) reach_error();
  return 0;
}
