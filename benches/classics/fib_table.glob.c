// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
long f[80];
int main(void){
  int i=2;
  long s=__VERIFIER_nondet_int(); __VERIFIER_assume(s>=0 && s<=50);
  f[0]=s; f[1]=s;
  do { f[i]=(f[i-1]+f[i-2])%1000007; i++; } while(i<80);
  for(int k=0;k<80;k++) if(!(0<=f[k] && f[k]<1000007)) reach_error();
  return 0;
}
