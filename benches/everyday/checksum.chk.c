// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
#define MOD 65521
int main(void){
  unsigned char d[2000]; unsigned part[2000];
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>0 && n<=2000);
  for(int t=0;t<n;t++) d[t]=__VERIFIER_nondet_uchar();
  unsigned s=1;
  for(int i=0;i<n;i++){ s=(s+d[i])%MOD; part[i]=s; }
  unsigned r=1;
  for(int k=0;k<n;k++){
    r=(r+d[k])%MOD;
    if(!(part[k]<MOD)) reach_error();
    if(!(part[k]==r)) reach_error();
  }
  return 0;
}
