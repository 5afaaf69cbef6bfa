// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
static int count(const unsigned char *p,const unsigned char *end){
  int words=0;
outside:
  if(p==end) goto done;
  if(*p++==' ') goto outside;
  words++;
inside:
  if(p==end) goto done;
  if(*p++==' ') goto outside;
  goto inside;
done:
  return words;
}
int main(void){
  unsigned char s[1000];
  int n=__VERIFIER_nondet_int(); __VERIFIER_assume(n>=0 && n<=1000);
  for(int t=0;t<n;t++) s[t]=__VERIFIER_nondet_uchar();
  int w=count(s,s+n);
  if(w<0 || 2*w>n+1) reach_error();
  return 0;
}
