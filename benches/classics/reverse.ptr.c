// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
void reverse(char *lo,char *hi){
  while(lo<hi){ char t=*lo; *lo=*hi; *hi=t; lo++; hi--; }
}
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  char a[n]; char b[n];
  for(int t=0;t<n;t++){ a[t]=(char)(__VERIFIER_nondet_int()%100); b[t]=a[t]; }
  reverse(a,a+n-1);
  int k=__VERIFIER_nondet_int(); __VERIFIER_assume(0<=k && k<n);
  if(a[k]!=b[n-1-k]) reach_error();
  return 0;
}
