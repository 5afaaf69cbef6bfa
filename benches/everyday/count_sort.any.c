// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int a[1000],cnt[16];
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>0 && n<=1000);
  for(int t=0;t<n;t++){ a[t]=__VERIFIER_nondet_int(); __VERIFIER_assume(a[t]>=0 && a[t]<16); }
  for(int v=0;v<16;v++) cnt[v]=0;
  for(int i=0;i<n;i++) cnt[a[i]]++;
  int w=0;
  for(int v=0;v<16;v++)
    while(cnt[v]>0){ a[w++]=v; cnt[v]--; }
  int k=__VERIFIER_nondet_int(); __VERIFIER_assume(k>=0 && k<w-1);
  if(!(a[k]<=a[k+1])) reach_error();
  if(!(a[k]>=0 && a[k]<16)) reach_error();
  return 0;
}
