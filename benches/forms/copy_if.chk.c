// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int lim=__VERIFIER_nondet_int();
  int a[n]; int b[n];
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  int m=0,i=0;
  while(i<n){ if(a[i]>=lim) b[m++]=a[i]; i++; }
  if(m<0 || m>n) reach_error();
  for(int k=0;k<m;k++) if(b[k]<lim) reach_error();
  return 0;
}
