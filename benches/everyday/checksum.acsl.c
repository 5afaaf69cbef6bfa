// expect: proved
/*@ requires n <= 1000000 && \valid_read(d+(0..n-1)) && 1 <= mod && mod <= 65536;
  assigns \nothing;
  ensures n > 0 ==> \result < mod;
  ensures n == 0 ==> \result == 1; */
unsigned check(const unsigned char *d,unsigned n,unsigned mod){
  unsigned s=1,i=0;
  while(i<n){
    s=(s*2+d[i])%mod;
    i++;
  }
  return s;
}
