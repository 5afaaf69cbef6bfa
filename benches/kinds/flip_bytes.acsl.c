// expect: proved
/*@ requires \valid(b+(0..n-1));
  assigns b[0..n-1];
  ensures \forall integer k; 0 <= k && k < n ==> b[k] == 255 - \old(b[k]); */
void flip_bytes(unsigned char *b,unsigned long n){
  while(n-- > 0) b[n]=(unsigned char)(255-b[n]);
}
