// expect: proved
/*@ requires n >= 0 && \valid_read(s+(0..n-1));
  assigns \nothing;
  ensures \result != 0 <==> (\forall integer k; 0 <= k && k < n ==> s[k] == s[n-1-k]); */
int palindrome(const char *s,int n){
  int i=0,j=n-1;
  while(i<j){
    if(s[i]!=s[j]) return 0;
    i++; j--;
  }
  return 1;
}
