// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
static void fill(int *a,int lo,int hi,int v){
  for(int i=lo;i<hi;i++) a[i]=v;
}
int main(void){
  int a[1000];
  int p=__VERIFIER_nondet_int(), q=__VERIFIER_nondet_int(), r=__VERIFIER_nondet_int();
  __VERIFIER_assume(0<=p && p<=q && q<=r && r<=1000);
  fill(a,0,1000,0);
  fill(a,p,q,1);
  fill(a,q,r,2);
  for(int k=0;k<1000;k++){
    int want = k<p ? 0 : k<q ? 1 : k<r ? 2 : 0;
    if(a[k]!=want) reach_error();
  }
  return 0;
}
