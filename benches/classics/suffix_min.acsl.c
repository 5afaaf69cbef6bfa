// expect: proved
/*@ requires n >= 1 && \valid_read(a+(0..n-1)) && \valid(s+(0..n-1)) && \separated(a+(0..n-1),s+(0..n-1));
  assigns s[0..n-1];
  ensures \forall integer x, y; 0 <= x && x <= y && y < n ==> s[x] <= a[y];
  ensures \forall integer x; 0 <= x && x < n ==> (\exists integer y; x <= y && y < n && s[x] == a[y]); */
void suffix_min(const int *a,int *s,int n){
  s[n-1]=a[n-1];
  for(int i=n-2;i>=0;i--){
    if(a[i]<s[i+1]) s[i]=a[i]; else s[i]=s[i+1];
  }
}
