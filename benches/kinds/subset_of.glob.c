// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int a[2000],b[2000];
int n,top;
static void collect(void){
  top=2000;
  for(int i=0;i<n;i++)
    if(a[i]!=0){ top--; b[top]=a[i]; }
}
static int occurs(int x){
  for(int k=0;k<n;k++) if(a[k]==x) return 1;
  return 0;
}
int main(void){
  n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=0 && n<=2000);
  for(int i=0;i<n;i++) a[i]=__VERIFIER_nondet_int();
  collect();
  for(int j=top;j<2000;j++)
    if(!occurs(b[j])) reach_error();
  return 0;
}
