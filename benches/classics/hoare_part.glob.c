// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
char a[512];
int n,i,j;
int main(void){
  n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=512);
  for(int t=0;t<n;t++) a[t]=(char)(__VERIFIER_nondet_int()&1);
  i=0; j=n;
  while(i<j){
    if(a[i]==0) i++;
    else { j--; char t=a[i]; a[i]=a[j]; a[j]=t; }
  }
  int k=__VERIFIER_nondet_int();
  if(0<=k && k<i && a[k]!=0) reach_error();
  if(i<=k && k<n && a[k]!=1) reach_error();
  return 0;
}
