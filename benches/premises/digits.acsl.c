// expect: proved
/*@ requires n >= 0 && \valid_read(s+(0..n-1));
  assigns \nothing;
  ensures (\forall integer k; 0 <= k && k < n ==> '0' <= s[k] && s[k] <= '9') ==> \result == n;
  ensures \result < n ==> 0 <= \result && (s[\result] < '0' || s[\result] > '9'); */
int digits(const char *s, int n){
  int i=0;
  while(i<n){ if(s[i]<'0' || s[i]>'9') break; i++; }
  return i;
}
