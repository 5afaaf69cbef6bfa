// expect: proved
/*@ requires 0 <= n && n <= 1000000 && \valid_read(s+(0..n-1)) && \valid(out) && \separated(s+(0..n-1),out);
  assigns *out;
  ensures 0 <= \result && \result <= n;
  ensures 0 <= *out && *out <= 65535;
  ensures \forall integer k; 0 <= k && k < \result ==> '0' <= s[k] && s[k] <= '9';
  ensures \result < n ==> s[\result] < '0' || s[\result] > '9'; */
int parse_num(const char *s,int n,int *out){
  int i=0,v=0;
  while(i<n){
    if(s[i]<'0' || s[i]>'9') break;
    v=v*10+(s[i]-'0');
    if(v>65535) v=65535;
    i++;
  }
  *out=v;
  return i;
}
