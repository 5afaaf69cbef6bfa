// expect: proved
/*@ requires 0 <= n && n <= 1000000 && \valid(s+(0..n));
  assigns s[n];
  ensures n <= \result && \result <= n+1;
  ensures \exists integer k; 0 <= k && k < \result && s[k] == x;
  ensures \forall integer k; 0 <= k && k < n ==> s[k] == \old(s[k]);
  ensures \result == n+1 ==> (\forall integer k; 0 <= k && k < n ==> s[k] != x); */
int set_insert(int *s,int n,int x){
  for(int i=0;i<n;i++) if(s[i]==x) return n;
  s[n]=x;
  return n+1;
}
