// expect: refuted
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void){
  unsigned char s[1000];
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=0 && n<=1000);
  for(int t=0;t<n;t++) s[t]=__VERIFIER_nondet_uchar();
  int m=0,state=0;
  for(int i=0;i<n;i++){
    switch(state){
    case 0: m++; if(s[i]!=' ') state=1; break;
    case 1: if(s[i]==' ') state=0; break;
    default: reach_error();
    }
  }
  if(2*m>n+1) reach_error();
  return 0;
}
