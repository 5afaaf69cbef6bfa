// expect: proved
/*@ requires n >= 0 && \valid_read(a+(0..n-1));
  assigns \nothing;
  ensures !(\exists integer k; 0 <= k && k < n && a[k] == v) ==> \result == -1;
  ensures \result >= 0 ==> \result < n && a[\result] == v; */
int last(const int *a, int n, int v){
  for(int i=n-1;i>=0;i--) if(a[i]==v) return i;
  return -1;
}
