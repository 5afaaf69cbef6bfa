// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
static void swap_blocks(int *p,int *q,int *end){
  while(p<end){
    int t=*p; *p=*q; *q=t;
    p++; q++;
  }
}
int main(void){
  int h=__VERIFIER_nondet_int(); __VERIFIER_assume(h>=0 && h<=500);
  int a[1000],b[1000];
  for(int t=0;t<2*h;t++){ a[t]=__VERIFIER_nondet_int(); b[t]=a[t]; }
  swap_blocks(a,a+h,a+h);
  for(int k=0;k<h;k++){
    if(a[k]!=b[k+h]) reach_error();
    if(a[k+h]!=b[k]) reach_error();
  }
  return 0;
}
