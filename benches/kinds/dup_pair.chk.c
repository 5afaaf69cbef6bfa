// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int a[1000];
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=0 && n<=1000);
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  int dup=0,p=-1,q=-1;
  for(int i=0;i<n && !dup;i++){
    for(int j=0;j<i;j++){
      if(a[j]!=a[i]) continue;
      dup=1; p=j; q=i;
      break;
    }
  }
  if(dup){
    if(!(0<=p && p<q && q<n) || a[p]!=a[q]) reach_error();
  } else {
    for(int x=0;x<n;x++)
      for(int y=x+1;y<n;y++)
        if(a[x]==a[y]) reach_error();
  }
  return 0;
}
