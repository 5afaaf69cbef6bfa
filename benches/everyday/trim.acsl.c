// expect: proved
/*@ requires 0 <= n && \valid_read(s+(0..n-1)) && \valid(first) && \separated(s+(0..n-1),first);
  assigns *first;
  ensures 0 <= *first && *first <= \result && \result <= n;
  ensures \forall integer k; 0 <= k && k < *first ==> s[k] == ' ';
  ensures \forall integer k; \result <= k && k < n ==> s[k] == ' ';
  ensures *first < \result ==> s[*first] != ' ' && s[\result-1] != ' '; */
int trim(const char *s,int n,int *first){
  int b=0,e=n;
  while(b<n && s[b]==' ') b++;
  while(e>b && s[e-1]==' ') e--;
  *first=b;
  return e;
}
