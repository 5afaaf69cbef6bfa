// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern void *malloc(unsigned long);

int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int *a=malloc(n*sizeof(int)); __VERIFIER_assume(a!=0);
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  int lo=a[n-1],hi=a[n-1];
  int i=n-1;
  while(i>0){
    i--;
    if(a[i]<=lo) lo=a[i];
    if(a[i]>=hi) hi=a[i];
  }
  int p=0,q=0;
  while(p<n && a[p]!=lo) p++;
  while(q<n && a[q]!=hi) q++;
  if(p==n || q==n) reach_error();
  return 0;
}
