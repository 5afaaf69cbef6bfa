// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern void *malloc(unsigned long);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int *a=malloc(n*sizeof(int)); int *s=malloc(n*sizeof(int));
  __VERIFIER_assume(a!=0 && s!=0);
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  int i=n-1;
  s[i]=a[i];
  while(i>0){ i--; s[i]=a[i]<s[i+1]?a[i]:s[i+1]; }
  int x=__VERIFIER_nondet_int(), y=__VERIFIER_nondet_int();
  __VERIFIER_assume(0<=x && x<=y && y<n);
  if(s[x]>s[y] || s[x]>a[y]) reach_error();
  return 0;
}
