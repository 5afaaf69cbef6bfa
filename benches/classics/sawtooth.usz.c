// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
int main(void){
  unsigned n=(unsigned)__VERIFIER_nondet_int(); __VERIFIER_assume(n>=1 && n<=100000);
  unsigned char b[n];
  unsigned c=0;
  for(unsigned i=0;i<n;i++){ b[i]=(unsigned char)c; c=c==6?0:c+1; }
  unsigned k=(unsigned)__VERIFIER_nondet_int();
  if(k<n && b[k]!=k%7) reach_error();
  return 0;
}
