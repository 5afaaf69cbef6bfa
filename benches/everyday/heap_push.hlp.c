// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
static void sift_down(int *a,int n,int i){
  while(2*i+1<n){
    int c=2*i+1;
    if(c+1<n && a[c+1]>a[c]) c++;
    if(a[i]>=a[c]) return;
    int s=a[i]; a[i]=a[c]; a[c]=s;
    i=c;
  }
}
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>1 && n<=10000);
  int a[n];
  for(int t=0;t<n;t++){ a[t]=__VERIFIER_nondet_int(); if(t>0) __VERIFIER_assume(a[(t-1)/2]>=a[t]); }
  int top=a[0];
  a[0]=a[n-1];
  sift_down(a,n-1,0);
  for(int k=1;k<n-1;k++) { if(!(a[(k-1)/2]>=a[k])) reach_error(); }
  if(!(a[0]<=top)) reach_error();
  return 0;
}
