// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int v=__VERIFIER_nondet_int();
  int a[n];
  int i=0,j=n-1;
  while(i<=j){ a[i]=v; a[j]=v; i++; j--; }
  for(int k=0;k<n;k++) if(a[k]!=v) reach_error();
  return 0;
}
