// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[n];
  for(int t=0;t<n;t++){ a[t]=__VERIFIER_nondet_int(); if(t>0) __VERIFIER_assume(a[t-1]<=a[t]); }
  long target=__VERIFIER_nondet_int();
  int i=0,j=n-1,found=0;
  while(i<j && !found){
    long s=(long)a[i]+a[j];
    if(s==target) found=1; else if(s<target) i++; else j--;
  }
  if(found){ if(!(0<=i && i<j && j<n && (long)a[i]+a[j]==target)) reach_error(); }
  else for(int x=0;x<n;x++) for(int y=x+1;y<n;y++) if((long)a[x]+a[y]==target) reach_error();
  return 0;
}
