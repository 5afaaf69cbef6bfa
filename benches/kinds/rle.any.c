// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[n]; int val[n]; int len[n];
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  int m=0,i=0;
  while(i<n){
    int start=i;
    i++;
    while(i<n && a[i]==a[start]) i++;
    val[m]=a[start]; len[m]=i-start; m++;
  }
  if(m<1 || m>n) reach_error();
  int k=__VERIFIER_nondet_int(); __VERIFIER_assume(0<=k && k<m);
  if(len[k]<1 || len[k]>n) reach_error();
  if(k+1<m && val[k]==val[k+1]) reach_error();
  return 0;
}
