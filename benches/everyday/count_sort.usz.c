// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void){
  unsigned char s[600],out[600]; unsigned cnt[256];
  unsigned long n=__VERIFIER_nondet_ulong(); __VERIFIER_assume(n<=600);
  for(unsigned long t=0;t<n;t++) s[t]=__VERIFIER_nondet_uchar();
  for(unsigned v=0;v<256;v++) cnt[v]=0;
  for(unsigned long i=0;i<n;i++) cnt[s[i]]++;
  unsigned long w=0;
  for(unsigned v=0;v<256;v++)
    for(unsigned c=0;c<cnt[v] && w<n;c++){ out[w]=(unsigned char)v; w++; }
  if(!(w<=n)) reach_error();
  for(unsigned long k=1;k<w;k++) { if(!(out[k-1]<=out[k])) reach_error(); }
  return 0;
}
