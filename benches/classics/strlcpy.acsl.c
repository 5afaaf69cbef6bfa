// expect: proved
/*@ requires n >= 1 && cap >= 1 && \valid_read(s+(0..n-1)) && \valid(d+(0..cap-1)) && \separated(s+(0..n-1),d+(0..cap-1));
  requires s[n-1] == 0;
  assigns d[0..cap-1];
  ensures 0 <= \result && \result < cap && \result < n;
  ensures d[\result] == 0;
  ensures \forall integer k; 0 <= k && k < \result ==> d[k] == s[k] && s[k] != 0; */
int strlcpy_(char *d,int cap,const char *s,int n){
  int i=0;
  (void)n;
  while(i+1<cap && s[i]!=0){ d[i]=s[i]; i++; }
  d[i]=0;
  return i;
}
