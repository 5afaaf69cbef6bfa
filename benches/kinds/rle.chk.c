// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int a[1000],val[1000],len[1000];
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=0 && n<=1000);
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  int m=0;
  for(int i=0;i<n;i++){
    if(m>0 && val[m-1]==a[i]){ len[m-1]++; continue; }
    val[m]=a[i]; len[m]=1; m++;
  }
  int total=0;
  for(int k=0;k<m;k++){
    if(len[k]<1) reach_error();
    total+=len[k];
  }
  if(m>n || total!=n) reach_error();
  return 0;
}
