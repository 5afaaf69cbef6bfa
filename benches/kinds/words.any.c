// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void){
  unsigned char s[1000]; int start[1000];
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=0 && n<=1000);
  for(int t=0;t<n;t++) s[t]=__VERIFIER_nondet_uchar();
  int m=0,in=0;
  for(int i=0;i<n;i++){
    if(s[i]==' '){ in=0; continue; }
    if(!in){ start[m]=i; m++; in=1; }
  }
  int k=__VERIFIER_nondet_int(); __VERIFIER_assume(0<=k && k<m);
  int b=start[k];
  if(b<0 || b>=n) reach_error();
  if(s[b]==' ') reach_error();
  if(b>0 && s[b-1]!=' ') reach_error();
  return 0;
}
