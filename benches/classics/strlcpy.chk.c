// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  int cap=__VERIFIER_nondet_int(); __VERIFIER_assume(cap>=1 && cap<=100000);
  char src[n]; char dst[cap];
  for(int t=0;t<n;t++) src[t]=(char)(__VERIFIER_nondet_int()%128);
  src[n-1]=0;
  int i=0;
  while(i<cap-1 && src[i]!=0){ dst[i]=src[i]; i++; }
  dst[i]=0;
  if(!(0<=i && i<cap && i<n)) reach_error();
  if(dst[i]!=0) reach_error();
  for(int k=0;k<i;k++) if(dst[k]!=src[k] || dst[k]==0) reach_error();
  return 0;
}
