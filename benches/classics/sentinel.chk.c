// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[n+1];
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  int key=__VERIFIER_nondet_int();
  a[n]=key;
  int i=0;
  while(a[i]!=key) i++;
  if(!(0<=i && i<=n)) reach_error();
  for(int k=0;k<i;k++) if(a[k]==key) reach_error();
  return 0;
}
