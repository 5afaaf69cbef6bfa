// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);
int main(void){
  char buf[257],old[256];
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>0 && n<=256);
  int at=__VERIFIER_nondet_int(); __VERIFIER_assume(at>=0 && at<n);
  for(int t=0;t<n;t++){ old[t]=__VERIFIER_nondet_char(); buf[t]=old[t]; }
  char *q=buf+n;
  while(q>buf+at){ *q=*(q-1); q--; }
  *q='-';
  int k=__VERIFIER_nondet_int(); __VERIFIER_assume(k>=0 && k<n);
  if(!(buf[at]=='-')) reach_error();
  if(!(buf[k<at?k:k+1]==old[k])) reach_error();
  return 0;
}
