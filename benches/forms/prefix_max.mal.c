// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern void *malloc(unsigned long);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int *a=malloc(n*sizeof(int)); __VERIFIER_assume(a!=0);
  int *b=malloc(n*sizeof(int)); __VERIFIER_assume(b!=0);
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  b[0]=a[0];
  int i=1;
  while(i<n){ b[i]=b[i-1]>a[i]?b[i-1]:a[i]; i++; }
  for(int k=0;k<n;k++) if(a[k]>b[k]) reach_error();
  for(int x=0;x<n;x++) for(int y=x+1;y<n;y++) if(b[x]>b[y]) reach_error();
  return 0;
}
