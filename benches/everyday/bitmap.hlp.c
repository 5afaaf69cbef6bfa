// expect: proved
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
static void set_bit(unsigned char *m,unsigned i){ m[i/8]=(unsigned char)(m[i/8]|(1u<<(i%8))); }
static void clear_bit(unsigned char *m,unsigned i){ m[i/8]=(unsigned char)(m[i/8]&~(1u<<(i%8))); }
static int test_bit(const unsigned char *m,unsigned i){ return (m[i/8]>>(i%8))&1; }
int main(void){
  unsigned char m[64];
  for(unsigned t=0;t<64;t++) m[t]=__VERIFIER_nondet_uchar();
  unsigned lo=__VERIFIER_nondet_uint(),hi=__VERIFIER_nondet_uint(); __VERIFIER_assume(lo<=hi && hi<=512);
  for(unsigned i=lo;i<hi;i++) clear_bit(m,i);
  unsigned x=__VERIFIER_nondet_uint(); __VERIFIER_assume(x<512);
  set_bit(m,x);
  if(!(test_bit(m,x))) reach_error();
  unsigned k=__VERIFIER_nondet_uint(); __VERIFIER_assume(k>=lo && k<hi && k!=x);
  if(!(!test_bit(m,k))) reach_error();
  return 0;
}
