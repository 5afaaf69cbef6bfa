// expect: refuted
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);
#define LIM 255
int main(void){
  char s[100];
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>0 && n<=100);
  for(int t=0;t<n;t++) s[t]=__VERIFIER_nondet_char();
  int i=0,v=0;
  while(i<n && s[i]>='0' && s[i]<='9'){
    int d=s[i]-'0';
    if(v>LIM/10) v=LIM; else v=v*10+d;
    i++;
  }
  if(!(v>=0 && v<=LIM)) reach_error();
  int k=__VERIFIER_nondet_int(); __VERIFIER_assume(k>=0 && k<i);
  if(!(s[k]>='0' && s[k]<='9')) reach_error();
  return 0;
}
