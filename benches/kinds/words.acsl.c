// expect: proved
/*@ requires 0 <= n && n <= 1000000 && \valid_read(s+(0..n-1));
  assigns \nothing;
  ensures 0 <= \result && 2*\result <= n+1;
  ensures \result == 0 ==> (\forall integer k; 0 <= k && k < n ==> s[k] == ' ');
  ensures \result > 0 ==> (\exists integer k; 0 <= k && k < n && s[k] != ' '); */
int words(const unsigned char *s,int n){
  int i=0,m=0;
  while(i<n){
    while(i<n && s[i]==' ') i++;
    if(i==n) break;
    m++;
    while(i<n && s[i]!=' ') i++;
  }
  return m;
}
