// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=0 && n<=100000);
  int a[n+1];
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  int neg=0,zero=0,pos=0;
  for(int i=0;i<n;i++){
    if(a[i]<0) neg++;
    else if(a[i]==0) zero++;
    else pos++;
  }
  for(int k=0;k<n;k++){
    if(a[k]<0) neg--;
    else if(a[k]>0) pos--;
    else zero--;
  }
  if(neg!=0 || zero!=0 || pos!=0) reach_error();
  return 0;
}
