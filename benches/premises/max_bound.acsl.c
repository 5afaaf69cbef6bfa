// expect: proved
/*@ requires n >= 1 && \valid_read(a+(0..n-1));
  assigns \nothing;
  ensures (\forall integer k; 0 <= k && k < n ==> a[k] <= m) ==> \result <= m; */
int max(const int *a, int n, int m){
  int best=a[0];
  for(int i=1;i<n;i++) if(a[i]>best) best=a[i];
  return best;
}
