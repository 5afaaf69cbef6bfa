// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
static int seen_before(const int *a,int i){
  int j=i;
  while(j>0){
    j--;
    if(a[j]==a[i]) return 1;
  }
  return 0;
}
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[n];
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  int len=0;
  while(len<n && !seen_before(a,len)) len++;
  if(len<1) reach_error();
  int x=__VERIFIER_nondet_int(), y=__VERIFIER_nondet_int();
  if(0<=x && x<y && y<len && a[x]==a[y]) reach_error();
  return 0;
}
