// expect: proved
/*@ requires 0 <= n && n <= 1000000 && \valid_read(s+(0..n-1)) && \valid(d+(0..2*n-1)) && \separated(s+(0..n-1),d+(0..2*n-1));
  assigns d[0..2*n-1];
  ensures 0 <= \result && \result <= n;
  ensures n >= 1 ==> \result >= 1;
  ensures \forall integer k; 0 <= k && k < \result ==> d[2*k] >= 1; */
int rle(const unsigned char *s,int n,unsigned char *d){
  int m=0,i=0;
  while(i<n){
    unsigned char c=s[i];
    int run=1;
    while(i+run<n && run<255 && s[i+run]==c) run++;
    d[2*m]=(unsigned char)run; d[2*m+1]=c;
    m++; i+=run;
  }
  return m;
}
