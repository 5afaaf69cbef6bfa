// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int count_pos(int *p,int *end,_Bool *m){
  int c=0;
  while(p!=end){
    if(*p>0){ *m=1; c++; } else *m=0;
    p++; m++;
  }
  return c;
}
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int a[n]; _Bool mark[n];
  for(int t=0;t<n;t++) a[t]=__VERIFIER_nondet_int();
  int c=count_pos(a,a+n,mark);
  if(c<0 || c>n) reach_error();
  int k=__VERIFIER_nondet_int(); __VERIFIER_assume(0<=k && k<n);
  if(mark[k]!=(a[k]>0)) reach_error();
  return 0;
}
