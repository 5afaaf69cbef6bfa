// expect: proved
/*@ requires n >= 0 && \valid_read(a+(0..n-1)) && \valid_read(b+(0..n-1));
  assigns \nothing;
  ensures \result != 0 <==> (\forall integer k; 0 <= k && k < n ==> a[k] == b[k]); */
int equal(const char *a, const char *b, int n){
  int same=1;
  for(int i=0;i<n;i++) if(a[i]!=b[i]) same=0;
  return same;
}
