// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
void bubble(int *first,int *end){
  while(end>first){
    end--;
    for(int *p=first;p<end;p++)
      if(*p>*(p+1)){ int h=*p; *p=*(p+1); *(p+1)=h; }
  }
}
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=10000);
  int a[n];
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  bubble(a,a+n);
  int x=__VERIFIER_nondet_int(); int y=__VERIFIER_nondet_int();
  __VERIFIER_assume(0<=x && x<y && y<n);
  if(a[x]>a[y]) reach_error();
  return 0;
}
