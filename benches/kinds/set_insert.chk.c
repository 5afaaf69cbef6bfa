// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  int s[1001];
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=0 && n<=1000);
  for(int t=0;t<n;t++) s[t]=__VERIFIER_nondet_int();
  int x=__VERIFIER_nondet_int();
  int i=0;
  while(i<n && s[i]!=x) i++;
  if(i==n){ s[n]=x; n++; }
  int found=0;
  for(int k=0;k<n;k++) if(s[k]==x) found=1;
  if(!found) reach_error();
  return 0;
}
