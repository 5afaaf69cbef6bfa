// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  unsigned char a[n];
  int i=0,j=n;
  while(i<j){
    if(__VERIFIER_nondet_int()>1){ a[i]=1; i++; }
    else { j--; a[j]=2; }
  }
  int k=__VERIFIER_nondet_int(); __VERIFIER_assume(0<=k && k<n);
  if(k<i && a[k]!=1) reach_error();
  if(k>=i && a[k]!=2) reach_error();
  return 0;
}
